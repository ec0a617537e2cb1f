create table meta (name text primary key, value text not null) strict;

create table api_keys (
      id text primary key, name text not null, role text not null check (role in ('full', 'read')),
      secret_hash text not null, created_at text not null, expires_at text, renewed_for_days integer,
      revoked_at text, last_used_at text
    ) strict;

create table sign_in_tokens (hash text primary key, expires_at text not null) strict;

create table idempotency_keys (
      request_hash text primary key, content_hash text not null, status integer not null, location text,
      object_id text not null, created_at text not null
    ) strict, without rowid;

create index idempotency_keys_created_at on idempotency_keys (created_at);

create table audit (
      id integer primary key autoincrement, at text not null, actor text not null, actor_name text, action text not null,
      object_kind text, object_id text, object_name text, detail text
    ) strict;

create index audit_at on audit (at, id);

create index audit_action on audit (action, at, id);

create index audit_actor on audit (actor, at, id);

create index audit_actor_action on audit (actor, action, at, id);

create table websites (
      id integer primary key autoincrement, domain text not null, search_text text not null,
      privacy integer not null default 1 check (privacy in (0, 1, 2)), password_hash text,
      findable integer not null default 0 check (findable = 0 or (findable = 1 and privacy = 0)), keep_reports integer,
      reports_count integer not null default 0 check (reports_count >= 0), score_sum integer not null default 0,
      good integer not null default 0, decent integer not null default 0, bad integer not null default 0,
      average_score real generated always as (cast(score_sum as real) / nullif(reports_count, 0)) virtual,
      pages_count integer not null default 0 check (pages_count >= 0), pages_score_sum integer not null default 0,
      pages_good integer not null default 0 check (pages_good >= 0),
      pages_decent integer not null default 0 check (pages_decent >= 0),
      pages_bad integer not null default 0 check (pages_bad >= 0),
      pages_average real generated always as (cast(pages_score_sum as real) / nullif(pages_count, 0)) virtual,
      crawled_at text, orphans_at text, created_at text not null, updated_at text not null, deleted_at text,
      check (reports_count = good + decent + bad)
    ) strict;

create unique index websites_domain on websites (domain) where deleted_at is null;

create index websites_id on websites (id, reports_count, good, decent, bad, pages_count, pages_good, pages_decent, pages_bad, deleted_at)
      where deleted_at is null;

create index websites_average on websites (average_score, id, deleted_at) where deleted_at is null;

create index websites_count on websites (reports_count, id, deleted_at) where deleted_at is null;

create index websites_privacy_id on websites (privacy, id, deleted_at) where deleted_at is null;

create index websites_privacy_domain on websites (privacy, domain, id, deleted_at) where deleted_at is null;

create index websites_privacy_average on websites (privacy, average_score, id, deleted_at) where deleted_at is null;

create index websites_privacy_count on websites (privacy, reports_count, id, deleted_at) where deleted_at is null;

create index websites_deleted on websites (id) where deleted_at is not null;

create virtual table websites_search using fts5(
      search_text, content = 'websites', content_rowid = 'id', columnsize = 0, tokenize = 'trigram case_sensitive 1');

create trigger websites_search_insert after insert on websites begin insert into websites_search (rowid, search_text) select new.id, new.search_text where new.search_text <> ''; end;

create trigger websites_search_delete after delete on websites begin insert into websites_search (websites_search, rowid, search_text) select 'delete', old.id, old.search_text where old.search_text <> ''; end;

create trigger websites_search_update after update of search_text on websites begin insert into websites_search (websites_search, rowid, search_text) select 'delete', old.id, old.search_text where old.search_text <> ''; insert into websites_search (rowid, search_text) select new.id, new.search_text where new.search_text <> ''; end;

create table website_causes (
      website_id integer not null references websites (id), check_id text not null, cause_key text not null,
      label text not null, pages integer not null, primary key (website_id, check_id, cause_key)
    ) strict, without rowid;

create table ruleset_changes (
      ruleset integer not null, website_id integer not null references websites (id), check_id text not null,
      before text not null, after text not null, pages integer not null,
      primary key (ruleset, website_id, check_id, before, after)
    ) strict;

create index ruleset_changes_website on ruleset_changes (website_id);

create table pages (
      id integer primary key autoincrement, website_id integer not null references websites (id), url text not null,
      folder text not null, shape text,
      latest_report_id integer not null, score integer not null, previous_score integer, result text not null,
      indexability text check (indexability in ('indexable', 'other_url', 'unlikely', 'blocked')), main_issue text,
      reports_count integer not null,
      first_seen text not null, changed_at text not null,
      crawl_id integer, click_depth integer, orphan integer check (orphan in (0, 1))
    ) strict;

create unique index pages_url on pages (website_id, url);

create index pages_folder on pages (website_id, folder, score, latest_report_id);

create index pages_shape on pages (website_id, shape, score, latest_report_id);

create index pages_crawl on pages (website_id, crawl_id) where crawl_id is not null;

create index pages_orphan on pages (website_id) where orphan = 1;

create index pages_deep on pages (website_id) where click_depth > 4;

create table page_issues (
      page_id integer not null references pages (id), check_id text not null, website_id integer not null,
      outcome text not null check (outcome in ('warn', 'fail')), points integer not null, causes text not null,
      primary key (page_id, check_id)
    ) strict, without rowid;

create index page_issues_check on page_issues (check_id, website_id, page_id);

create index page_issues_website on page_issues (website_id, check_id, page_id, points);

create table page_links (
      page_id integer not null references pages (id), target integer not null, website_id integer not null, broken_url text,
      primary key (page_id, target)
    ) strict, without rowid;

create index page_links_target on page_links (website_id, target, page_id);

create index page_links_broken on page_links (website_id, target, broken_url) where broken_url is not null;

create table waivers (
      id integer primary key autoincrement, website_id integer not null references websites (id), check_id text not null,
      scope text not null check (scope in ('page', 'group', 'website')), target text,
      reason text not null, author text not null, created_at text not null, expires_on text,
      check ((scope = 'website') = (target is null))
    ) strict;

create index waivers_check on waivers (check_id, website_id);

create index waivers_website on waivers (website_id, check_id);

create table finding_states (
      page_id integer not null references pages (id), check_id text not null,
      status text not null check (status in ('open', 'in_progress', 'fixed')),
      back integer not null check (back in (0, 1)), owner text, report_id integer not null,
      updated_at text not null, updated_by text, primary key (page_id, check_id)
    ) strict, without rowid;

create table reports (
      id integer primary key autoincrement, website_id integer not null references websites (id), page_id integer not null,
      latest integer not null default 0 check (latest in (0, 1)), url text not null, page_url text, title text,
      search_text text not null, title_text text not null,
      score integer not null check (score between 0 and 100), previous_score integer, first_score integer,
      result text not null check (result in ('good', 'decent', 'bad')),
      indexability text check (indexability in ('indexable', 'other_url', 'unlikely', 'blocked')),
      previous_indexability text check (previous_indexability in ('indexable', 'other_url', 'unlikely', 'blocked')), main_issue text,
      changed text generated always as (case
        when previous_score is null then 'new'
        when score > previous_score then 'better'
        when score < previous_score then 'worse' end) stored,
      engine text not null, ruleset integer not null,
      title_hash text, description_hash text, body_hash text, body_shape text,
      created_at text not null, rescored_at text
    ) strict;

create index reports_id on reports (id, website_id);

create index reports_url on reports (url, id, website_id, created_at);

create index reports_score on reports (score, id, website_id, created_at);

create index reports_created on reports (created_at, id, website_id, result, score, previous_score);

create index reports_result_id on reports (result, id, website_id);

create index reports_result_url on reports (result, url, id, website_id, created_at);

create index reports_result_score on reports (result, score, id, website_id, created_at);

create index reports_website_id on reports (website_id, id);

create index reports_website_url on reports (website_id, url, id, created_at);

create index reports_website_score on reports (website_id, score, id, result, created_at);

create index reports_website_created on reports (website_id, created_at, id, result, score, previous_score);

create index reports_website_result_id on reports (website_id, result, id);

create index reports_website_result_url on reports (website_id, result, url, id, created_at);

create index reports_latest_id on reports (id, website_id, result, score, changed, indexability, page_id, created_at) where latest = 1;

create index reports_latest_url on reports (url, id, website_id, result, score, changed, indexability, page_id, created_at) where latest = 1;

create index reports_latest_score on reports (score, id, website_id, result, changed, indexability, page_id, created_at) where latest = 1;

create index reports_latest_created on reports (created_at, id, website_id, result, score, changed, indexability, page_id) where latest = 1;

create index reports_latest_changed on reports (changed, id, website_id, result, score, indexability, page_id, created_at) where latest = 1;

create index reports_latest_indexability on reports (indexability, id, website_id, result, score, changed, page_id, created_at) where latest = 1;

create index reports_latest_website_id on reports (website_id, id, result, score, changed, indexability, page_id, created_at) where latest = 1;

create index reports_latest_website_url on reports (website_id, url, id, result, score, changed, indexability, page_id, created_at) where latest = 1;

create index reports_latest_website_score on reports (website_id, score, id, result, changed, indexability, page_id, created_at) where latest = 1;

create index reports_latest_website_created on reports (website_id, created_at, id, result, score, changed, indexability, page_id) where latest = 1;

create index reports_latest_unindexed on reports (website_id, id, page_id, indexability, created_at)
    where latest = 1 and previous_indexability = 'indexable' and indexability <> 'indexable';

create index reports_latest_blocked on reports (website_id) where latest = 1 and indexability = 'blocked';

create index reports_ruleset on reports (ruleset, id);

create index reports_newest on reports (website_id, id, url, body_shape) where latest = 1;

create index reports_title_duplicates on reports (website_id, title_hash, id, url)
        where latest = 1 and title_hash is not null;

create index reports_description_duplicates on reports (website_id, description_hash, id, url)
        where latest = 1 and description_hash is not null;

create index reports_body_duplicates on reports (website_id, body_hash, id, url)
        where latest = 1 and body_hash is not null;

create virtual table reports_search using fts5(
      search_text, content = 'reports', content_rowid = 'id', columnsize = 0, tokenize = 'trigram case_sensitive 1');

create trigger reports_search_insert after insert on reports begin insert into reports_search (rowid, search_text) select new.id, new.search_text where new.search_text <> ''; end;

create trigger reports_search_delete after delete on reports begin insert into reports_search (reports_search, rowid, search_text) select 'delete', old.id, old.search_text where old.search_text <> ''; end;

create trigger reports_search_update after update of search_text on reports begin insert into reports_search (reports_search, rowid, search_text) select 'delete', old.id, old.search_text where old.search_text <> ''; insert into reports_search (rowid, search_text) select new.id, new.search_text where new.search_text <> ''; end;

create virtual table reports_titles using fts5(
      title_text, content = 'reports', content_rowid = 'id', columnsize = 0, tokenize = 'trigram case_sensitive 1');

create trigger reports_titles_insert after insert on reports begin insert into reports_titles (rowid, title_text) select new.id, new.title_text where new.title_text <> ''; end;

create trigger reports_titles_delete after delete on reports begin insert into reports_titles (reports_titles, rowid, title_text) select 'delete', old.id, old.title_text where old.title_text <> ''; end;

create trigger reports_titles_update after update of title_text on reports begin insert into reports_titles (reports_titles, rowid, title_text) select 'delete', old.id, old.title_text where old.title_text <> ''; insert into reports_titles (rowid, title_text) select new.id, new.title_text where new.title_text <> ''; end;

create table report_payloads (
      report_id integer primary key references reports (id), evaluation blob not null, facts blob not null
    ) strict;

create table deleted_reports (
      id integer primary key, url text not null, website_id integer not null references websites (id)
    ) strict;

create index deleted_reports_website on deleted_reports (website_id);

create table views (
      id integer primary key autoincrement, name text not null, list text not null check (list in ('reports', 'websites')), query text not null,
      position integer not null, created_at text not null, updated_at text not null
    ) strict;

create index views_position on views (position, id);

create table alert_rules (
      id integer primary key autoincrement, view_id integer not null unique references views (id), conditions text not null, mail_to text not null,
      webhook_url text, key_id text not null, key_name text, recheck_job_id integer,
      query text, count integer, pending_count integer, pending_since text,
      created_at text not null, updated_at text not null
    ) strict;

create table alert_changes (
      id integer primary key autoincrement, rule_id integer not null references alert_rules (id), page_id integer not null,
      website_id integer not null, url text not null, condition text not null, check_id text not null,
      baseline text not null, state text not null check (state in ('suspected', 'rechecking', 'open')),
      report_id integer not null, job_id integer, attempts integer not null default 0, seen_at text not null,
      alert_id integer, unique (rule_id, page_id, condition, check_id)
    ) strict;

create index alert_changes_page on alert_changes (page_id);

create index alert_changes_website on alert_changes (website_id);

create table alerts (
      id integer primary key autoincrement, rule_id integer not null, view_id integer, view_name text not null, query text not null,
      total integer not null, changes text not null, mail_to text not null, webhook_url text,
      mail text not null check (mail in ('none', 'pending', 'sent', 'failed')), webhook text not null check (webhook in ('none', 'pending', 'sent', 'failed')),
      attempts integer not null default 0, deliver_after text not null, created_at text not null
    ) strict;

create index alerts_pending on alerts (deliver_after) where mail = 'pending' or webhook = 'pending';

create index alerts_view on alerts (view_id, id);

create index alerts_created on alerts (created_at);

create table alert_queue (report_id integer primary key) strict;

create table links (
      id integer primary key autoincrement, token_hash text not null, kind text not null check (kind in ('report', 'website', 'view')),
      mode text not null check (mode in ('live', 'frozen')),
      layout text not null default 'page' check (layout in ('page', 'document')), label text not null,
      title text not null, report_id integer, compare_id integer, website_id integer,
      list text check (list in ('reports', 'websites')), query text, password_hash text,
      snapshot_at text, snapshot blob, created_by text not null, created_at text not null,
      expires_at text, revoked_at text, visits_count integer not null default 0, last_visit_at text,
      can_check integer not null default 0, last_check_at text, checks_that_day integer not null default 0,
      checked_report_id integer, check (mode = 'live' or (kind = 'report' and snapshot_at is not null))
    ) strict;

create unique index links_token on links (token_hash);

create index links_website on links (website_id) where website_id is not null;

create table link_visits (
      id integer primary key autoincrement, link_id integer not null references links (id), visited_at text not null, client text not null
    ) strict;

create index link_visits_link on link_visits (link_id, id);

create index link_visits_age on link_visits (visited_at);

create table brand (
      id integer primary key check (id = 1), name text not null, color text, intro text not null, footer text not null,
      sections text not null, paper text not null, logo blob, logo_type text, updated_at text not null
    ) strict;

create table jobs (
      id integer primary key autoincrement, kind text not null, label text not null,
      url text, options text, key_id text not null, key_name text,
      state text not null check (state in ('queued', 'running', 'paused', 'done', 'failed', 'cancelled')),
      queued integer not null default 0 check (queued >= 0), running integer not null default 0 check (running >= 0), done integer not null default 0 check (done >= 0), failed integer not null default 0 check (failed >= 0), cancelled integer not null default 0 check (cancelled >= 0), sources integer not null default 0 check (sources >= 0),
      error text, created_at text not null, updated_at text not null, finished_at text
    ) strict;

create index jobs_unfinished on jobs (id, queued, running) where state in ('queued', 'running', 'paused');

create index jobs_finished on jobs (finished_at, id) where finished_at is not null;

create table job_urls (
      job_id integer not null references jobs (id), line integer not null, key_id text not null,
      host text not null, url text not null,
      state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
      run_after text not null default '', attempts integer not null default 0, failures integer not null default 0,
      lease_owner text, lease_until text, report_id integer, error text, depth integer, orphan integer,
      primary key (job_id, line), check ((state = 'running') = (lease_owner is not null))
    ) strict;

create unique index job_urls_url on job_urls (job_id, url);

create unique index job_urls_report on job_urls (report_id) where report_id is not null;

create index job_urls_state on job_urls (job_id, state, line);

create index job_urls_queued on job_urls (key_id, host, job_id, run_after, line) where state = 'queued';

create index job_urls_by_age on job_urls (key_id, job_id, host, run_after, line) where state = 'queued';

create index job_urls_running on job_urls (host, lease_until) where state = 'running';

create table schedules (
      id integer primary key autoincrement, website_id integer references websites (id), view_id integer references views (id),
      every text not null check (every in ('day', 'week', 'month')), weekday text, month_day integer,
      time text not null, time_zone text not null, key_id text not null, key_name text,
      paused integer not null default 0, next_run_at text not null,
      last_run_at text, last_outcome text, last_job_id integer, created_at text not null, updated_at text not null,
      check ((website_id is null) <> (view_id is null))
    ) strict;

create unique index schedules_website on schedules (website_id) where website_id is not null;

create unique index schedules_view on schedules (view_id) where view_id is not null;

create index schedules_next_run on schedules (next_run_at);

insert into meta (name, value)
values ('schema', '0');

insert into websites (id, domain, search_text, privacy, password_hash, findable, keep_reports, reports_count, score_sum, good, decent, bad, pages_count, pages_score_sum, pages_good, pages_decent, pages_bad, crawled_at, orphans_at, created_at, updated_at, deleted_at)
values (1, 'shop.example', 'shop.example', 1, null, 0, null, 3, 235, 2, 1, 0, 2, 150, 1, 1, 0, null, null, '2026-03-04T05:06:07.890Z', '2026-03-04T05:06:07.890Z', null);

insert into pages (id, website_id, url, folder, shape, latest_report_id, score, previous_score, result, indexability, main_issue, reports_count, first_seen, changed_at, crawl_id, click_depth, orphan)
values (1, 1, 'https://www.shop.example/', '/', null, 4, 90, 85, 'good', 'indexable', null, 2, '2026-03-04T05:06:07.890Z', '2026-03-04T05:06:07.890Z', null, null, null);

insert into pages (id, website_id, url, folder, shape, latest_report_id, score, previous_score, result, indexability, main_issue, reports_count, first_seen, changed_at, crawl_id, click_depth, orphan)
values (2, 1, 'https://www.shop.example/lamps', '/', '/lamps', 3, 60, null, 'decent', 'indexable', null, 1, '2026-03-04T05:06:07.890Z', '2026-03-04T05:06:07.890Z', null, null, null);

insert into reports (id, website_id, page_id, latest, url, page_url, title, search_text, title_text, score, previous_score, first_score, result, indexability, previous_indexability, main_issue, engine, ruleset, title_hash, description_hash, body_hash, body_shape, created_at, rescored_at)
values (1, 1, 1, 0, 'https://www.shop.example/', null, 'A page', 'https://www.shop.example/', 'a page', 85, null, null, 'good', 'indexable', null, null, 'http', 1, 'a1', null, 'b2', null, '2026-03-04T05:06:07.890Z', null);

insert into reports (id, website_id, page_id, latest, url, page_url, title, search_text, title_text, score, previous_score, first_score, result, indexability, previous_indexability, main_issue, engine, ruleset, title_hash, description_hash, body_hash, body_shape, created_at, rescored_at)
values (3, 1, 2, 1, 'https://www.shop.example/lamps', null, 'A page', 'https://www.shop.example/lamps', 'a page', 60, null, null, 'decent', 'indexable', null, null, 'http', 1, 'a1', null, 'b2', null, '2026-03-04T05:06:07.890Z', null);

insert into reports (id, website_id, page_id, latest, url, page_url, title, search_text, title_text, score, previous_score, first_score, result, indexability, previous_indexability, main_issue, engine, ruleset, title_hash, description_hash, body_hash, body_shape, created_at, rescored_at)
values (4, 1, 1, 1, 'https://www.shop.example/', null, 'A page', 'https://www.shop.example/', 'a page', 90, 85, null, 'good', 'indexable', 'indexable', null, 'http', 1, 'a1', null, 'b2', null, '2026-03-04T05:06:07.890Z', null);

insert into report_payloads (report_id, evaluation, facts)
values (1, x'0128b52ffd6030010d0500d40241737570657273656465645f623e33357d5d5f383573636f726557426c6f636b65383538353233343035317d7d2420308222208424120b77d8c4504f8e35262cec3ecb8d36c009c64184dd00119deee09b9a01b4ba0be3d650ec8c201ed1416724a8a4bc5b46e100df26d966c005cfdcc2c847841e5f80de0e34a00d1254075b308bfcf71004e690a31e11c48b0dc3c18cc06035588f1ae14e55084adf6181', x'0128b52ffd6005136d1b009653402510cbe80134c367821221fd04d2745f0470d40a4ffae16ae4bcc8e5c71cacd514110000808334003800350097a42374ca79fce7ecacff985dddd1159e82143fb8943f0f4f611700a2fae3008ef52f5bdd4e430d753bd7148dd97218fd2c145609b6a189488febcf519170722db4b639b8aa406662a3b4612ebc3c45eb4b3f554e3908204dd41662d4d06ad60a33c67cd982537d0b5bf503733250ead3e4ffa48ff331bb229e0e2212723af89532bb248aa84d9056dcef47879c198ff762d044a407f4e6ebbfe9a24679bd1606d7d5683cd0c279fab1136f3890c3e887eb84db9115c2579181fb562041e7b3ada774663d2d2ea1c7ea719298694efc41eee5eff580d4a8006b68927430826290199191b90712a811291625390e639031861043083186080811c8884820323a6903069ce40fa6fe901aa8b0aa06c48ff14ddc941966f72d7f6b06dde4fc0c53c1ac9d8a935b31cc8644a321d8364f441650eb6db37cb6694208bcf7ca4ada4c0838a195488948976380088c03002a9beb54b49713fcac4d919ce45eae45506981634ed0c19d8fbb9bd088d6070c7df1c787eb75b403025b7ec00358fbb4abe2e7a8924634128d4536220d14465b8fc70ffb0240522265769d1d9c954090f5284030489832636dc696bb689702acc4acf79987476d5825adb10b108abdbcd19a8fa83fbd1b86243824787121710fdb10da75955b6661e5e3ad9602121fc764d818e47f47a848da002aa0287f0b7a792ba20a93b00852c9c55d8136a02db069303ed46b1544af85d0206f44fae105b1bd0715924de70213d82ab759e2032a24c9e2a32408b5ef61ba0a4c1291c032f10061fa23870d7ba0146f3afe602552da4be2d3014280fa609a8d6ee11782680de26ef25736903f64f1fdab64c5a033c5d50ce35e6aad625d88fd20cf80cf31f7b146742cdce46596ed896b792fa3a63216913712c364b22637aa05180bafc533a5592e463fa479041f64fd90e058c5826ab9e807b2c93bed753c5920bfd3246e10e5678b936598dd3d50b313aeda8baaf6b8ad497f00fe507b7d2317b8042e65b47805dc53ea49979b0a47f772040fe0b4cb959071dab09c432d5d30734536ba45bf281d6244762ee7df026fd92e934b71e61172ff9a116066ec9b3383f0b6fa25c8a88c60bab9423d6e92eebe5e2707b07ea0d6406f9e395e72fbb41d05f854dbe5cbcd4c17d2d3e13b054017dd27');

insert into report_payloads (report_id, evaluation, facts)
values (3, x'0128b52ffd6030010d0500d40241737570657273656465645f623e33357d5d5f363073636f726557426c6f636b65383538353233343035317d7d2420308222208424120b77d8c4504f8e35262cec3ecb8d36c009c64184dd00119deee09b9a01b4ba0be3d650ec8c201ed1416724a8a4bc5b46e100df26d966c005cfdcc2c847841e5f80de0e34a00d1254075b308bfcf71004e690a31e11c48b0dc3c18cc06035588f1ae14e55084adf6181', x'0128b52ffd601413851b00e613412510cbe80134c367821221fd04d2745f0470d40a4ffae16ae4bcc8e5c71cacd51411000080833500380035007f493a42a79cc77fcecefa8fd9d51d5de12948f1834bf9f3f014760120aa3f0ee058ffb2d5ed34d450b7734dd1982d87d1cf4261051626d88626223dae3f4745c2c9b5d0dae6e0aa0299898dd286b9f0f214ad2ffd5439e5208034515b885143ab592bcc18f3650b4ef52d6cd5f7fa9c0c94fa34f93fe9e37cccae88a78388849c0e7ea5cc2e89226a13a415f7fbd12167c6e3bd183411e901bdf9fa6fbaa8515e6fd7d5683cd0c279fab1136f3890c3e887eb84db9115c2579181fb56c0d2e85482ce675b4fe9cc7a5a5c428fd5e32431d39cf883dccb0780d4a8106968927430826290199191b90712a801291625390e631031861045083186080811c8884820323a6903249ce40f860091e85620d405e2c77e1304a587d92dcbdf9ac1bcf2d9c314866ba79ab26687d9846d9c01e0e689cd026a0d6e967b9b4289c0f75cc15c9b391956a0317b22923e1a602072acc16773dd47a03901796c53b227b967b508921678f1041dd4f9f0bb098d287d5cd017bf40385d47bb4160b1073c0c6b9f7055bc1d55929946e2b14844a401c4682beef8315f00484aa4ccaeb383b33208f21405c40709bb33d6666cbd8b6629a049cc7a9d7978d4f255d21a3b0142d591375ab323ea4fef86e10487242f2e24ee6f1b425bae72cb2cac7cb6d5ea5ce2e3980c1b83fcef08954b1b1c0714e568412f6f4554611236416a5edcf56803fa02d306d386fab882c88610fae58d003f7c26b6f5a063b2e92f30cdad729b253ea042922c3e4a8270fb1e14ab402811092c130f1ea63f72d8b4074abd4d3718ec21a51d243e9d2104a8e7a6a9d12dfc23883641dc23fbca06f2f72cbe7f95ac9874a6ae9a61dc4bad75acebb01f4419f039023dd6888e8563bc3ea801712def65b454c622f246621899acc98d6a2163e1b5e8a634cbc5e807308f50871c08097e553ca896e17e208fbcd3fec69345f13b4de61751bea1385986d84501353bc1aabda06a8ddb5af207e00eb5eb1b2128247029a2892ae03e524f626e4d38ba9023d899a45d2e47c609c572feb574f1cc3bd9e816f96474f0e8e95cce4f0b3c5cbb4c2ac50940c87dd25c00333ddf9c06c21be697e0b832e2ebe60af53845bafb229d54c0fa855ae3bc795678c993a6ed28ce83da2e5fdcb077519ee8dfc300bad5f601');

insert into report_payloads (report_id, evaluation, facts)
values (4, x'0128b52ffd603001050500c40241737570657273656465645f623e33357d5d5f3073636f726557426c6f636b65383538353233343035317d7d2420308222208424120b77d8c4504f8e35262cec3ecb8d36c009c64184dd00119deee09b9a01b4ba0be3d65076460e8fbea033125452de2da370806f936c33e082676e61e423428f2f406f071ad00609aa832d9845fe7b080273c8518f08e2c586e1604660b01aac478d70a72a04a5efb040', x'0128b52ffd6005136d1b009653402510cbe80134c367821221fd04d2745f0470d40a4ffae16ae4bcc8e5c71cacd514110000808334003800350097a42374ca79fce7ecacff985dddd1159e82143fb8943f0f4f611700a2fae3008ef52f5bdd4e430d753bd7148dd97218fd2c145609b6a189488febcf519170722db4b639b8aa406662a3b4612ebc3c45eb4b3f554e3908204dd41662d4d06ad60a33c67cd982537d0b5bf503733250ead3e4ffa48ff331bb229e0e2212723af89532bb248aa84d9056dcef47879c198ff762d044a407f4e6ebbfe9a24679bd1606d7d5683cd0c279fab1136f3890c3e887eb84db9115c2579181fb562041e7b3ada774663d2d2ea1c7ea719298694efc41eee5eff580d4a8006b68927430826290199191b90712a811291625390e639031861043083186080811c8884820323a6903069ce40fa6fe901aa8b0aa06c48ff14ddc941966f72d7f6b06dde4fc0c53c1ac9d8a935b31cc8644a321d8364f441650eb6db37cb6694208bcf7ca4ada4c0838a195488948976380088c03002a9beb54b49713fcac4d919ce45eae45506981634ed0c19d8fbb9bd088d6070c7df1c787eb75b403025b7ec00358fbb4abe2e7a8924634128d4536220d14465b8fc70ffb0240522265769d1d9c954090f5284030489832636dc696bb689702acc4acf79987476d5825adb10b108abdbcd19a8fa83fbd1b86243824787121710fdb10da75955b6661e5e3ad9602121fc764d818e47f47a848da002aa0287f0b7a792ba20a93b00852c9c55d8136a02db069303ed46b1544af85d0206f44fae105b1bd0715924de70213d82ab759e2032a24c9e2a32408b5ef61ba0a4c1291c032f10061fa23870d7ba0146f3afe602552da4be2d3014280fa609a8d6ee11782680de26ef25736903f64f1fdab64c5a033c5d50ce35e6aad625d88fd20cf80cf31f7b146742cdce46596ed896b792fa3a63216913712c364b22637aa05180bafc533a5592e463fa479041f64fd90e058c5826ab9e807b2c93bed753c5920bfd3246e10e5678b936598dd3d50b313aeda8baaf6b8ad497f00fe507b7d2317b8042e65b47805dc53ea49979b0a47f772040fe0b4cb959071dab09c432d5d30734536ba45bf281d6244762ee7df026fd92e934b71e61172ff9a116066ec9b3383f0b6fa25c8a88c60bab9423d6e92eebe5e2707b07ea0d6406f9e395e72fbb41d05f854dbe5cbcd4c17d2d3e13b054017dd27');

insert into deleted_reports (id, url, website_id)
values (2, 'https://www.shop.example/lamps', 1);

insert into views (id, name, list, query, position, created_at, updated_at)
values (1, 'Bad', 'reports', 'result=bad', 1, '2026-03-04T05:06:07.890Z', '2026-03-04T05:06:07.890Z');
