-- Mail that sandbox mode sent, for its mailbox page. Live mode never writes here.
CREATE TABLE sandbox_mail (
  id uuid PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  text_body text NOT NULL,
  html_body text NOT NULL,
  sent_at timestamptz NOT NULL
);
CREATE INDEX sandbox_mail_sent_at ON sandbox_mail (sent_at DESC, id DESC);
GRANT SELECT, INSERT, DELETE ON sandbox_mail TO tessera_app;
