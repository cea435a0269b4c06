-- The release of each running server, so that `cells list` shows which releases serve a cell.
-- expand: servers of the previous release leave it null.
alter table server_process add column release text;
