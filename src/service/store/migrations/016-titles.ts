import type { Engine } from '../engine.ts'

/** The search index of titles. Reports of earlier versions are filled in the background: their `title_text` is null. */
export const titles = (engine: Engine): string[] => [
  `alter table reports add column title_text ${engine === 'sqlite' ? 'text' : 'text collate "C"'}`,
  'create index reports_without_title_text on reports (id) where title_text is null',
  ...(engine === 'sqlite' ? sqliteSearch : postgresSearch),
]

// Reports without a title, or not filled in yet, are not in the index.
const sqliteSearch = [
  `create virtual table reports_titles using fts5(
    title_text, content = 'reports', content_rowid = 'id', columnsize = 0, tokenize = 'trigram case_sensitive 1')`,
  `create trigger reports_titles_insert after insert on reports when new.title_text <> '' begin
    insert into reports_titles (rowid, title_text) values (new.id, new.title_text);
  end`,
  `create trigger reports_titles_delete after delete on reports when old.title_text <> '' begin
    insert into reports_titles (reports_titles, rowid, title_text) values ('delete', old.id, old.title_text);
  end`,
  `create trigger reports_titles_update after update of title_text on reports begin
    insert into reports_titles (reports_titles, rowid, title_text)
      select 'delete', old.id, old.title_text where old.title_text <> '';
    insert into reports_titles (rowid, title_text) select new.id, new.title_text where new.title_text <> '';
  end`,
]

const postgresSearch = ['create index reports_titles on reports using gin (title_text gin_trgm_ops)']
