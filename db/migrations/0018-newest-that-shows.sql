-- No offer above this id shows; null where nobody knows. What an import writes unseen, and what an undo has just taken back, has the greatest ids
-- of all: a list of the newest begins below them instead of walking past every one.
alter table catalogue add column newest_shown uuid;
