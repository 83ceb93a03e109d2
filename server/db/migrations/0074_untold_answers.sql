-- When the text message about the answer to a request for data was given up. The employer then sends the file by hand.
alter table privacy_requests add column untold_at timestamptz;

-- The request for data that a text message answers, so that a message that is given up opens it again.
alter table outgoing_messages add column privacy_request_id bigint;
