-- Finds the text messages about a person's requests, which an erasure empties.
-- holds up writes of outgoing_messages: the partial index has a row for each answered request of thirty days
create index outgoing_messages_request on outgoing_messages (privacy_request_id) where privacy_request_id is not null;
