-- A refused form leads back to its page, which shows what was typed from the draft. A server of the release before knows only
-- drafts whose code was sent.
alter table application_drafts
  -- person: asks for name and phone; code: the code was sent.
  add column step text not null default 'code',
  -- What was typed, as a form sends it.
  add column form text not null default '',
  -- What the page says about it: problems, until when to wait, that the code was sent again.
  add column notice jsonb,
  add column sent_at timestamptz,
  -- The phone applied here under another name: 'asked' who it is, then 'same' or 'other'.
  add column who text,
  -- How it ended for which job.
  add column outcome jsonb;
