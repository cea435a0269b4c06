create table service_hour (
  component text not null check (length(component) between 1 and 40),
  hour timestamptz not null,
  measured integer not null check (measured between 1 and 60),
  degraded integer not null check (degraded between 0 and measured),
  down integer not null check (down between 0 and measured),
  last_minute timestamptz not null,
  primary key (component, hour)
);
grant select, insert, update, delete on service_hour to tessera_app;
