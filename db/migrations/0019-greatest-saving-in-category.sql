-- The greatest saving in a category: by the index of all savings, the way to the first page of a rare one is as long as it is rare.
create index offer_shown_category_discount on offer_version (category, counted_discount desc, offer_id desc) where withdrawn_at is null;
