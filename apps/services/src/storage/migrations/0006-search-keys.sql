-- By which words.ts its keys were made. Older processes still make those of before.
alter table clag.search_issues add column keys_version integer not null default 1;
