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
      pages_count integer not null default 0 check (pages_count >= 0), pages_good integer not null default 0 check (pages_good >= 0), pages_decent integer not null default 0 check (pages_decent >= 0), pages_bad integer not null default 0 check (pages_bad >= 0),
      counted_pages integer not null default 0 check (counted_pages >= 0), counted_score_sum integer not null default 0,
      counted_good integer not null default 0 check (counted_good >= 0), counted_decent integer not null default 0 check (counted_decent >= 0), counted_bad integer not null default 0 check (counted_bad >= 0),
      counted_average real generated always as (cast(counted_score_sum as real) / nullif(counted_pages, 0)) virtual,
      pages_redirect integer not null default 0 check (pages_redirect >= 0), pages_other_url integer not null default 0 check (pages_other_url >= 0), pages_unlikely integer not null default 0 check (pages_unlikely >= 0), pages_blocked integer not null default 0 check (pages_blocked >= 0), pages_unclear integer not null default 0 check (pages_unclear >= 0),
      crawled_at text, orphans_at text, introduction text,
      created_at text not null, updated_at text not null, deleted_at text,
      restorable integer not null default 0 check (restorable = 0 or (restorable = 1 and deleted_at is not null)),
      check (reports_count = good + decent + bad)
    ) strict;

create unique index websites_domain on websites (domain) where deleted_at is null;

create index websites_id on websites (id, reports_count, good, decent, bad, pages_count, pages_good, pages_decent,
      pages_bad, counted_pages, counted_good, counted_decent, counted_bad, deleted_at) where deleted_at is null;

create index websites_average on websites (average_score, id, deleted_at) where deleted_at is null;

create index websites_count on websites (reports_count, id, deleted_at) where deleted_at is null;

create index websites_counted on websites (counted_average, id, deleted_at) where deleted_at is null;

create index websites_privacy_id on websites (privacy, id, deleted_at) where deleted_at is null;

create index websites_privacy_domain on websites (privacy, domain, id, deleted_at) where deleted_at is null;

create index websites_privacy_average on websites (privacy, average_score, id, deleted_at) where deleted_at is null;

create index websites_privacy_count on websites (privacy, reports_count, id, deleted_at) where deleted_at is null;

create index websites_privacy_counted on websites (privacy, counted_average, id, deleted_at)
      where deleted_at is null;

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

create table website_identities (
      website_id integer primary key references websites (id), render text not null default 'auto',
      judge_as_production integer not null default 0, hosts text not null default '[]', summary text,
      sealed blob, key_id text, updated_at text not null
    ) strict;

create table render_samples (
      website_id integer not null references websites (id), page_group text not null, rendered integer not null,
      differed integer not null, sampled_at text not null, primary key (website_id, page_group)
    ) strict;

create table pages (
      id integer primary key autoincrement, website_id integer not null references websites (id), url text not null,
      url_key text not null, target integer not null, folder text not null, shape text,
      latest_report_id integer not null, score integer not null, previous_score integer, result text not null,
      status integer, indexability text, main_issue text, reports_count integer not null,
      first_seen text not null, changed_at text not null,
      inlinks integer not null default 0, issues integer not null default 0, canonical text,
      title text, title_length integer, description text, description_length integer, h1 text, words integer,
      alternates text, in_sitemap integer check (in_sitemap in (0, 1)),
      crawl_id integer, click_depth integer, orphan text,
      constraint pages_indexability_states check (indexability in ('indexable', 'redirect', 'other_url', 'unlikely', 'blocked', 'unclear'))
    ) strict;

create unique index pages_key on pages (website_id, url_key);

create unique index pages_target on pages (website_id, target);

create index pages_folder on pages (website_id, folder, score, latest_report_id);

create index pages_shape on pages (website_id, shape, score, latest_report_id);

create index pages_crawl on pages (website_id, crawl_id) where crawl_id is not null;

create index pages_orphan on pages (website_id, orphan) where orphan <> 'linked';

create index pages_deep on pages (website_id) where click_depth > 4;

create index pages_columns on pages (website_id, status, indexability, words, click_depth, inlinks, in_sitemap,
      issues, score, id);

create index pages_canonical on pages (website_id, canonical, id);

create index pages_changed on pages (changed_at, website_id, first_seen, id, score, indexability);

create table page_issues (
      page_id integer not null references pages (id), check_id text not null, website_id integer not null,
      outcome text not null check (outcome in ('warn', 'fail')), points integer not null, causes text not null,
      counted integer not null check (counted in (0, 1)), since text, primary key (page_id, check_id)
    ) strict, without rowid;

create index page_issues_check on page_issues (check_id, website_id, page_id, counted);

create index page_issues_website on page_issues (website_id, check_id, page_id, points, counted, since);

create table page_links (
      page_id integer not null references pages (id), target integer not null, website_id integer not null,
      broken_url text, anchor text, by_script integer, primary key (page_id, target)
    ) strict, without rowid;

create index page_links_target on page_links (website_id, target, page_id);

create index page_links_broken on page_links (website_id, target, broken_url) where broken_url is not null;

create table target_collisions (url_key text primary key, target integer not null unique) strict;

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
      changed text generated always as (case
        when previous_score is null then 'new'
        when score > previous_score then 'better'
        when score < previous_score then 'worse' end) stored,
      status integer, redirects_to text, redirect_statuses text,
      indexability text, previous_indexability text, indexing_code text, indexed_url text,
      main_issue text, to_fix integer not null, engine text not null, ruleset integer not null,
      title_hash text, description_hash text, body_hash text, body_shape text, introduction text,
      pending_crawl_id integer, created_at text not null, rescored_at text,
      constraint reports_indexability_states check (indexability in ('indexable', 'redirect', 'other_url', 'unlikely', 'blocked', 'unclear')), constraint reports_previous_indexability_states check (previous_indexability in ('indexable', 'redirect', 'other_url', 'unlikely', 'blocked', 'unclear'))
    ) strict;

create index reports_id on reports (id, website_id);

create index reports_url on reports (url, id, website_id, created_at);

create index reports_score on reports (score, id, website_id, created_at);

create index reports_created on reports (created_at, id, website_id, result);

create index reports_result_id on reports (result, id, website_id);

create index reports_result_url on reports (result, url, id, website_id, created_at);

create index reports_result_score on reports (result, score, id, website_id, created_at);

create index reports_website_id on reports (website_id, id, result);

create index reports_website_url on reports (website_id, url, id, result, created_at);

create index reports_website_score on reports (website_id, score, id, result, created_at);

create index reports_website_created on reports (website_id, created_at, id, result, score, previous_score, indexability, previous_indexability);

create index reports_latest_id on reports (id, website_id, result, score, changed, indexability, page_id, created_at) where latest = 1;

create index reports_latest_url on reports (url, id, website_id, result, score, changed, indexability, page_id, created_at) where latest = 1;

create index reports_latest_score on reports (score, id, website_id, result, changed, indexability, page_id, created_at) where latest = 1;

create index reports_latest_created on reports (created_at, id, website_id, result, score, changed, indexability, page_id) where latest = 1;

create index reports_latest_changed on reports (changed, id, website_id, result, score, indexability, page_id, created_at) where latest = 1;

create index reports_latest_website_id on reports (website_id, id, result, score, changed, indexability, page_id, created_at) where latest = 1;

create index reports_latest_website_url on reports (website_id, url, id, result, score, changed, indexability, page_id, created_at) where latest = 1;

create index reports_latest_website_score on reports (website_id, score, id, result, changed, indexability, page_id, created_at) where latest = 1;

create index reports_latest_page on reports (page_id, id, website_id, result, score, changed, indexability, created_at) where latest = 1;

create index reports_latest_unindexed on reports (website_id, id, page_id, indexability, created_at)
    where latest = 1 and previous_indexability in ('indexable', 'unclear') and indexability not in ('indexable', 'unclear');

create index reports_page on reports (page_id, id);

create index reports_ruleset on reports (ruleset, id);

create index reports_pending on reports (pending_crawl_id, id) where pending_crawl_id is not null;

create index reports_newest on reports (website_id, id, url, body_shape) where latest = 1 and indexability = 'indexable';

create index reports_title_duplicates on reports (website_id, title_hash, id)
        where latest = 1 and indexability = 'indexable' and title_hash is not null;

create index reports_description_duplicates on reports (website_id, description_hash, id)
        where latest = 1 and indexability = 'indexable' and description_hash is not null;

create index reports_body_duplicates on reports (website_id, body_hash, id)
        where latest = 1 and indexability = 'indexable' and body_hash is not null;

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
      report_id integer primary key, evaluation blob not null, facts blob not null
    ) strict;

create table screenshots (
      report_id integer primary key, page_id integer not null, image blob not null,
      with_identity integer not null
    ) strict;

create index screenshots_page on screenshots (page_id, report_id);

create table deleted_reports (
      id integer primary key, url text not null, website_id integer not null references websites (id),
      deleted_at text not null, restorable text, audit_id integer
    ) strict;

create index deleted_reports_website on deleted_reports (website_id);

create index deleted_reports_restorable on deleted_reports (deleted_at) where restorable is not null;

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
      bytes integer not null default 0, render text, urls_given integer not null default 0, schedule_id integer,
      pace_ms integer, next_claim_at text not null default '', error text, created_at text not null, updated_at text not null, finished_at text
    ) strict;

create index jobs_unfinished on jobs (id, queued, running) where state in ('queued', 'running', 'paused');

create index jobs_finished on jobs (finished_at, id) where finished_at is not null;

create index jobs_key on jobs (key_id, bytes);

create table job_urls (
      job_id integer not null references jobs (id), line integer not null, key_id text not null,
      host text not null, url text not null, url_key text not null,
      state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
      run_after text not null default '', attempts integer not null default 0, failures integer not null default 0,
      kills integer not null default 0, lease_owner text, lease_until text, report_id integer, error text, depth integer, orphan integer,
      primary key (job_id, line), check ((state = 'running') = (lease_owner is not null))
    ) strict;

create unique index job_urls_key on job_urls (job_id, url_key);

create unique index job_urls_report on job_urls (report_id) where report_id is not null;

create index job_urls_state on job_urls (job_id, state, line);

create index job_urls_queued on job_urls (key_id, host, job_id, run_after, line) where state = 'queued';

create index job_urls_by_age on job_urls (key_id, job_id, host, run_after, line) where state = 'queued';

create index job_urls_running on job_urls (host, lease_until) where state = 'running';

create table schedules (
      id integer primary key autoincrement, website_id integer references websites (id), view_id integer references views (id),
      every text not null check (every in ('day', 'week', 'month')), weekday text, month_day integer,
      time text not null, time_zone text not null, crawl_url text, crawl_limits text, render text,
      key_id text not null, key_name text,
      paused integer not null default 0, next_run_at text not null,
      last_run_at text, last_outcome text, last_job_id integer, created_at text not null, updated_at text not null,
      check ((website_id is null) <> (view_id is null))
    ) strict;

create unique index schedules_website on schedules (website_id) where website_id is not null;

create unique index schedules_view on schedules (view_id) where view_id is not null;

create index schedules_next_run on schedules (next_run_at);

create table crawls (
      id integer primary key, website_id integer not null references websites (id), start_url text not null,
      limits text not null, schedule_id integer,
      state text not null constraint crawls_state check (state in ('running', 'done', 'failed', 'cancelled')),
      figures text, ruleset integer, progress text, targets integer not null default 0, changes text,
      alerted integer not null default 0, started_at text not null, finished_at text
    ) strict;

create index crawls_website on crawls (website_id, id);

create index crawls_uncompared on crawls (id) where finished_at is not null and changes is null;

create index crawls_finished on crawls (finished_at, website_id, id) where finished_at is not null;

create table crawl_urls (
      crawl_id integer not null references crawls (id), target integer not null, url text not null,
      kind text not null, checked integer not null default 0, status integer, end_status integer, redirects_to text,
      redirect_statuses text, failure text, reason text, robots_line integer, robots_rule text, report_id integer,
      score integer, result text, indexability text, indexing_code text, depth integer,
      inlinks integer not null default 0, orphan text, in_sitemap integer, issues text, by_script integer,
      cut_links integer, primary key (crawl_id, target)
    ) strict, without rowid;

create index crawl_urls_unchecked on crawl_urls (crawl_id, kind, target) where checked = 0;

create table crawl_links (
      crawl_id integer not null references crawls (id), target integer not null, source integer not null,
      anchor text not null, primary key (crawl_id, target, source)
    ) strict, without rowid;

create table crawl_outlinks (
      crawl_id integer not null references crawls (id), target integer not null, links blob not null,
      primary key (crawl_id, target)
    ) strict;

insert into meta (name, value)
values ('target-key', 'qTEFXN9nNLcBz8NLrmXOFYhfpAYU2E0A-dnGUdlWmNs');

insert into meta (name, value)
values ('migrations', '0');

insert into api_keys (id, name, role, secret_hash, created_at, expires_at, renewed_for_days, revoked_at, last_used_at)
values ('aaaaaaaaaaaa', 'Ann', 'full', 'x', '2026-03-04T05:06:07.890Z', null, null, null, null);

insert into sign_in_tokens (hash, expires_at)
values ('x', '2026-03-04T05:06:07.890Z');

insert into idempotency_keys (request_hash, content_hash, status, location, object_id, created_at)
values ('x', 'y', 201, '/api/v1/reports/1', '1', '2026-03-04T05:06:07.890Z');

insert into audit (id, at, actor, actor_name, action, object_kind, object_id, object_name, detail)
values (1, '2026-03-04T05:06:07.890Z', 'key', 'Ann', 'report_deleted', 'report', '2', 'lamps', null);

insert into websites (id, domain, search_text, privacy, password_hash, findable, keep_reports, reports_count, score_sum, good, decent, bad, pages_count, pages_good, pages_decent, pages_bad, counted_pages, counted_score_sum, counted_good, counted_decent, counted_bad, pages_redirect, pages_other_url, pages_unlikely, pages_blocked, pages_unclear, crawled_at, orphans_at, introduction, created_at, updated_at, deleted_at)
values (1, 'shop.example', 'shop.example', 1, null, 0, null, 3, 235, 2, 1, 0, 2, 1, 1, 0, 2, 150, 1, 1, 0, 0, 0, 0, 0, 0, null, null, null, '2026-03-04T05:06:07.890Z', '2026-03-04T05:06:07.890Z', null);

insert into website_causes (website_id, check_id, cause_key, label, pages)
values (1, 'title-present', 'footer', 'Footer', 2);

insert into ruleset_changes (ruleset, website_id, check_id, before, after, pages)
values (4, 1, 'title-present', 'pass', 'fail', 1);

insert into website_identities (website_id, render, judge_as_production, hosts, summary, sealed, key_id, updated_at)
values (1, 'auto', 0, '["www.shop.example"]', null, null, null, '2026-03-04T05:06:07.890Z');

insert into render_samples (website_id, page_group, rendered, differed, sampled_at)
values (1, '/', 2, 0, '2026-03-04T05:06:07.890Z');

insert into pages (id, website_id, url, url_key, target, folder, shape, latest_report_id, score, previous_score, result, status, indexability, main_issue, reports_count, first_seen, changed_at, inlinks, issues, canonical, title, title_length, description, description_length, h1, words, alternates, in_sitemap, crawl_id, click_depth, orphan)
values (1, 1, 'https://www.shop.example/', 'https://www.shop.example/', 5083550419099603, '/', null, 4, 90, 85, 'good', 200, 'indexable', null, 2, '2026-03-04T05:06:07.890Z', '2026-03-04T05:06:07.890Z', 0, 1, null, 'A page', 6, null, 0, null, 360, null, null, null, null, null);

insert into pages (id, website_id, url, url_key, target, folder, shape, latest_report_id, score, previous_score, result, status, indexability, main_issue, reports_count, first_seen, changed_at, inlinks, issues, canonical, title, title_length, description, description_length, h1, words, alternates, in_sitemap, crawl_id, click_depth, orphan)
values (2, 1, 'https://www.shop.example/lamps', 'https://www.shop.example/lamps', 3586220706971299, '/', '/lamps', 3, 60, null, 'decent', 200, 'indexable', null, 1, '2026-03-04T05:06:07.890Z', '2026-03-04T05:06:07.890Z', 1, 1, null, 'A page', 6, null, 0, null, 360, null, null, null, null, null);

insert into page_issues (page_id, check_id, website_id, outcome, points, causes, counted, since)
values (1, 'title-present', 1, 'fail', 30, '["footer"]', 1, '2026-03-04');

insert into page_issues (page_id, check_id, website_id, outcome, points, causes, counted, since)
values (2, 'title-present', 1, 'fail', 30, '["footer"]', 1, '2026-03-04');

insert into page_links (page_id, target, website_id, broken_url, anchor, by_script)
values (1, 1576179239065289, 1, null, null, null);

insert into page_links (page_id, target, website_id, broken_url, anchor, by_script)
values (1, 3586220706971299, 1, null, null, null);

insert into page_links (page_id, target, website_id, broken_url, anchor, by_script)
values (2, 1576179239065289, 1, null, null, null);

insert into waivers (id, website_id, check_id, scope, target, reason, author, created_at, expires_on)
values (1, 1, 'doctype', 'website', null, 'Old template', 'Ann', '2026-03-04T05:06:07.890Z', null);

insert into finding_states (page_id, check_id, status, back, owner, report_id, updated_at, updated_by)
values (2, 'title-present', 'in_progress', 0, 'Ann', 3, '2026-03-04T05:06:07.890Z', 'Ann');

insert into reports (id, website_id, page_id, latest, url, page_url, title, search_text, title_text, score, previous_score, first_score, result, status, redirects_to, redirect_statuses, indexability, previous_indexability, indexing_code, indexed_url, main_issue, to_fix, engine, ruleset, title_hash, description_hash, body_hash, body_shape, introduction, pending_crawl_id, created_at, rescored_at)
values (1, 1, 1, 0, 'https://www.shop.example/', null, 'A page', 'https://www.shop.example/', 'a page', 85, null, null, 'good', 200, null, null, 'indexable', null, 'open', null, null, 0, 'http', 1, 'a1', null, 'b2', null, null, null, '2026-03-04T05:06:07.890Z', null);

insert into reports (id, website_id, page_id, latest, url, page_url, title, search_text, title_text, score, previous_score, first_score, result, status, redirects_to, redirect_statuses, indexability, previous_indexability, indexing_code, indexed_url, main_issue, to_fix, engine, ruleset, title_hash, description_hash, body_hash, body_shape, introduction, pending_crawl_id, created_at, rescored_at)
values (3, 1, 2, 1, 'https://www.shop.example/lamps', null, 'A page', 'https://www.shop.example/lamps', 'a page', 60, null, null, 'decent', 200, null, null, 'indexable', null, 'open', null, null, 0, 'http', 1, 'a1', null, 'b2', null, null, null, '2026-03-04T05:06:07.890Z', null);

insert into reports (id, website_id, page_id, latest, url, page_url, title, search_text, title_text, score, previous_score, first_score, result, status, redirects_to, redirect_statuses, indexability, previous_indexability, indexing_code, indexed_url, main_issue, to_fix, engine, ruleset, title_hash, description_hash, body_hash, body_shape, introduction, pending_crawl_id, created_at, rescored_at)
values (4, 1, 1, 1, 'https://www.shop.example/', null, 'A page', 'https://www.shop.example/', 'a page', 90, 85, null, 'good', 200, null, null, 'indexable', 'indexable', 'open', null, null, 0, 'http', 1, 'a1', null, 'b2', null, null, null, '2026-03-04T05:06:07.890Z', null);

insert into report_payloads (report_id, evaluation, facts)
values (1, x'0128b52ffd603101050500040341332c22737570657273656465645f623e33357d5d5f383573636f726557426c6f636b65383538353233343035317d7d2220308222208424920a7cd804514f8e36264cec360b0e32c009ce4184de10119ee8f09bbe01b5ba4be3c650ee88601ed1516724aca4bc6bc6e0001f278966c005cfdce2c859841e5f885e0f38e80d145407b8601605f09d259843a47a04146f364c07f328cc9d2a1494be230201', x'0128b52ffd60f916ad2400b69b562610afe60194c968599214194a358db70505e83d1c7f991b8f03f20fab9a8112404400000005024a004d004a0090476fef342b0a16bfa1ebe8cfd959fdf1aa188bfde0f02dbd70613f166e59d50040edc7051cab5fa618739883392287448ef968696ce8724a01743ecb98738dd1ec47a61c01f63418541e21725e74bc1885661261f86ebcfa9b0e6ab0ebb5ef60259a4984e1f68348f22bd7beb5adc24d09f222364a5be63ec621ad1ef1686a084190345083885043a759255e8bf932f551f50b53d5038c72a55bc91c8d8289fc8e8d4dd9bcd8bcb4fc8eb5632433d1acf4935c8cdfdb734650da1984f6e7703e8a7d5e141352574bc4e37cbc2a88a77b800039dd7ba5bc2a0a06d4a2a752f70d55f5783ccdd1701ef6d84a3f1c8723c01eae159e608e9c1a7c9a1034963b1d5cb706edd0c989f97397ea120b744b31be2a297a8a85ffc5abf5e81f53d6b50ad9b0d2329746e70571f9503eaf8121a8619e32da241d310409027190424629c47d12e811391c45318a116388218418828c21222222229188dc2607e88b1a2f4e938e61f03caada8c672fb861db8f1abf1812ed6bfc5e54471d502ea0d165f9bc035a30482ea06fa5d827b40ca880ee5809b316cde840ea12d960332a7619ddd1e3ed23cf11a378989d31af7cf90e4abe28efe1b502b4457fa80413460507c600aec2df8ca6e47e6281eb53bb6d1c6ff42f1c366c4b193bf50cda28892cdf5dfb1594f578c761e8edb412c5ba554812baf92bca6d314afdb12abc39c092c987fd7bf6a0597d3f1b2eb633d05b1eb2cdf5fd1b5d8411591e3402352c28ac5032679ab58bc31e61f70eac790bfd9f3c835caef819a686ace4f23830e49a05a3d810b58c3829a764c83c8a0269c947d406a2185c8fe9c508f16b1778f75582fbe8208161c4717431974e2a62708a870245c7081f6060803c6f506912410eb1e8a901590d1efb404320d397ab143650b02e115fd2e9cc212e85936f8c6dba5b9d49ee0a8a209df6ccda0badbd9850430a27321162c8e0bead36397d15f2bece7bb1032e275d1c92f15877c0fa66e3adda50890f2e93dda1c93119e1991072f938a3f35a60a259112b4cdc10bcf8c5364a326a16c06b903db4c41524091242d47f83d21fb4106f78f0940c8617c479cb665d95a8ad54e0148bba92b0d9d5df6a56514e11c175269e3950bfc851c64c8872e2bb1178af4c1728d9f73f01c30c333f7b137126734405c4c941789b1694dfb2234eb3fb89796389d0813d6a15717936dffd3b45822d6728d2ed976d3bda2ad6e37765023adca45d0e14be659672cbf14dba6d7a51b065bab07be49652b5f8fe448f2a323cf29ab05c11166d8f712420f81cdbb6426f4d9963abc24bcfff97793b68a5863ab7a1209391b021477391026e3051de66e6bdfbab19f4b73110d55411ae1b176c633460ea08ba02c89d3ac85da5496e7e4774c7ca24d7087fa6cbc15052209720dc1ff7e6280fb9ee732766a86e9b61a23edddc4487461854749989e9e01f69e660ecb8a2a79ca95a74349f50a04bce78dfc5894edca1247e8e289c892733f2dc12d79fb2940144af7c59518f59a4bb5aea1403d6116afdf7e6a9e36518a6ed7ccfa6d576ece7e8d341f7bcf02d1c40a7949a');

insert into report_payloads (report_id, evaluation, facts)
values (3, x'0128b52ffd603101050500040341332c22737570657273656465645f623e33357d5d5f363073636f726557426c6f636b65383538353233343035317d7d2220308222208424920a7cd804514f8e36264cec360b0e32c009ce4184de10119ee8f09bbe01b5ba4be3c650ee88601ed1516724aca4bc6bc6e0001f278966c005cfdce2c859841e5f885e0f38e80d145407b8601605f09d259843a47a04146f364c07f328cc9d2a1494be230201', x'0128b52ffd600817ad2400b69b562610afe60194c968599214194a358db70505e83d1c7f991b8f03f20fab9a8112404400000005024a004d004a0090476fef342b0a16bfa1ebe8cfd959fdf1aa188bfde0f02dbd70613f166e59d50040edc7051cab5fa618739883392287448ef968696ce8724a01743ecb98738dd1ec47a61c01f63418541e21725e74bc1885661261f86ebcfa9b0e6ab0ebb5ef60259a4984e1f68348f22bd7beb5adc24d09f222364a5be63ec621ad1ef1686a084190345083885043a759255e8bf932f551f50b53d5038c72a55bc91c8d8289fc8e8d4dd9bcd8bcb4fc8eb5632433d1acf4935c8cdfdb734650da1984f6e7703e8a7d5e141352574bc4e37cbc2a88a77b800039dd7ba5bc2a0a06d4a2a752f70d55f5783ccdd1701ef6d84a3f1c8723c01eae159e608e9c1a7c9a1034963b1d5cb706edd0c989f97397ea120b744b31be2a297a8a85ffc5abf5e81f53d6b50ad9b0d2329746e70571f9503eaf8121a8619e32da241d310409027190424829c43d12e831391c45314a11440821c418628c21222222229188dc2607f78b1a3ece13cb70d23ecae7eca32f3cabdc81babf203aed4e01ba7c470d282150df65a9bc33db32da42a035557c8caf047c4073b1c4600b69b4207f095f501a1d0b8df688f2af23e225a3c944fb2f031e68f1a56174f2faba0ceea2157ee089d14f0746095c15ba193590a78145d7a78ab57197d2b770d8302c65dcd4b3b85152d87c77ff2bd6ebf13e6ce8adb512c5ba555812baf92bca6d314ac5b12abcb9c4924920fb5af6a0417d6f182e6159d15ba0b0d9f5fbfd2ec2fc2c0fde881a161456289933cdede2348eb07897d5bc9dfd9f9c855ca9f829a186d4e4f25560c8bf05ab6c88868d102967ca90f939053ee423ca13d1135c8f14c408f16b1779f72dc17d76904065c4f17431bb4e2a5a708a8202856284933130983c6f903b89308798f5d4e2ac86f73ee61048cacc4d0a1b94b02e0d2fe93373e029851311c6364dadce2c778588207d7b66ed19adbd8450630a2782083124dabead0c38bdcaf25eedbdd8cce5e38bc3321eeb0eb0be07de6a822bb1e032191d9a549311301342ecc719b4af05909b153dc1041141b95c1ca3245367014083f4a1b55c4152901022fd37a8fea08978c983db6460bd20ce5b36ecaa446da502a758d49584cdae1e5bb38a568a08ae33f1cc817a468e3266c294130f85a0bd325d40c9beff09189298f9ed4d44e2cc713a20e606c2db5c507ebb8f06cdeee7db1bfb8aceea51738dcbb351f79f2c12d89c417d4754b6edb75530c6af6f2874b8cdb8dc2c7ccb39e596f49a74dbfaa262cb746117a92d35d5d27d941edd6578e035615d41166d9c71241cf539b6b6426f7b9963eb35959eb32df396d04a59756e7440261b62438ee62205dc60a2bcd5cc7bf957afd0df8081685115b06e5c0c1b7100a6445060402ef483dc559ae492774487aa4c7289f0e79e1c0b4aeae4121afbc9de9cfb90737cee0c0cd5753330d4a7a39b18a21183f52e73313a18719a79183bcee853eea0761dcd5415e8ee19af6371f22eeee4113f2f281cbd263cf2b4896b91b2941ba2977979a8c708d2dd59eafc80b507b596f4e649e2c506a6ed54cfa6d576eee7e8d321f77cf55d1d40379c9a');

insert into report_payloads (report_id, evaluation, facts)
values (4, x'0128b52ffd603101f50400f40241332c22737570657273656465645f623e33357d5d5f3073636f726557426c6f636b65383538353233343035317d7d2220308222208424920a7cd804514f8e36264cec360b0e32c009ce4184de10119ee8f09bbe01b5ba4be3c65077442e8fbea833125652de356370808f934433e082676e71e42c428f2f44af071cf4060aaa035c308b02f8ce12cc21523d028a371ba6837914e64e150a4adf1181', x'0128b52ffd60f916ad2400b69b562610afe60194c968599214194a358db70505e83d1c7f991b8f03f20fab9a8112404400000005024a004d004a0090476fef342b0a16bfa1ebe8cfd959fdf1aa188bfde0f02dbd70613f166e59d50040edc7051cab5fa618739883392287448ef968696ce8724a01743ecb98738dd1ec47a61c01f63418541e21725e74bc1885661261f86ebcfa9b0e6ab0ebb5ef60259a4984e1f68348f22bd7beb5adc24d09f222364a5be63ec621ad1ef1686a084190345083885043a759255e8bf932f551f50b53d5038c72a55bc91c8d8289fc8e8d4dd9bcd8bcb4fc8eb5632433d1acf4935c8cdfdb734650da1984f6e7703e8a7d5e141352574bc4e37cbc2a88a77b800039dd7ba5bc2a0a06d4a2a752f70d55f5783ccdd1701ef6d84a3f1c8723c01eae159e608e9c1a7c9a1034963b1d5cb706edd0c989f97397ea120b744b31be2a297a8a85ffc5abf5e81f53d6b50ad9b0d2329746e70571f9503eaf8121a8619e32da241d310409027190424629c47d12e811391c45318a116388218418828c21222222229188dc2607e88b1a2f4e938e61f03caada8c672fb861db8f1abf1812ed6bfc5e54471d502ea0d165f9bc035a30482ea06fa5d827b40ca880ee5809b316cde840ea12d960332a7619ddd1e3ed23cf11a378989d31af7cf90e4abe28efe1b502b4457fa80413460507c600aec2df8ca6e47e6281eb53bb6d1c6ff42f1c366c4b193bf50cda28892cdf5dfb1594f578c761e8edb412c5ba554812baf92bca6d314afdb12abc39c092c987fd7bf6a0597d3f1b2eb633d05b1eb2cdf5fd1b5d8411591e3402352c28ac5032679ab58bc31e61f70eac790bfd9f3c835caef819a686ace4f23830e49a05a3d810b58c3829a764c83c8a0269c947d406a2185c8fe9c508f16b1778f75582fbe8208161c4717431974e2a62708a870245c7081f6060803c6f506912410eb1e8a901590d1efb404320d397ab143650b02e115fd2e9cc212e85936f8c6dba5b9d49ee0a8a209df6ccda0badbd9850430a27321162c8e0bead36397d15f2bece7bb1032e275d1c92f15877c0fa66e3adda50890f2e93dda1c93119e1991072f938a3f35a60a259112b4cdc10bcf8c5364a326a16c06b903db4c41524091242d47f83d21fb4106f78f0940c8617c479cb665d95a8ad54e0148bba92b0d9d5df6a56514e11c175269e3950bfc851c64c8872e2bb1178af4c1728d9f73f01c30c333f7b137126734405c4c941789b1694dfb2234eb3fb89796389d0813d6a15717936dffd3b45822d6728d2ed976d3bda2ad6e37765023adca45d0e14be659672cbf14dba6d7a51b065bab07be49652b5f8fe448f2a323cf29ab05c11166d8f712420f81cdbb6426f4d9963abc24bcfff97793b68a5863ab7a1209391b021477391026e3051de66e6bdfbab19f4b73110d55411ae1b176c633460ea08ba02c89d3ac85da5496e7e4774c7ca24d7087fa6cbc15052209720dc1ff7e6280fb9ee732766a86e9b61a23edddc4487461854749989e9e01f69e660ecb8a2a79ca95a74349f50a04bce78dfc5894edca1247e8e289c892733f2dc12d79fb2940144af7c59518f59a4bb5aea1403d6116afdf7e6a9e36518a6ed7ccfa6d576ece7e8d341f7bcf02d1c40a7949a');

insert into screenshots (report_id, page_id, image, with_identity)
values (3, 2, x'77656270', 0);

insert into deleted_reports (id, url, website_id, deleted_at, restorable)
values (2, 'https://www.shop.example/lamps', 1, '2026-03-04T05:06:07.890Z', null);

insert into views (id, name, list, query, position, created_at, updated_at)
values (1, 'Shop', 'reports', '', 1, '2026-11-28T20:31:53.267Z', '2026-11-28T20:31:53.267Z');

insert into alert_rules (id, view_id, conditions, mail_to, webhook_url, key_id, key_name, recheck_job_id, query, count, pending_count, pending_since, created_at, updated_at)
values (1, 1, 'not_indexable,score_drop,becomes_bad,new_issue,title_changed,h1_changed,canonical_changed,count_changed,broken_links,files_changed', '', null, 'abcdefgh', null, null, null, null, null, null, '2026-11-28T20:31:53.279Z', '2026-11-28T20:31:53.279Z');

insert into alert_changes (id, rule_id, page_id, website_id, url, condition, check_id, baseline, state, report_id, job_id, attempts, seen_at, alert_id)
values (1, 1, 2, 1, 'https://www.shop.example/lamps', 'score_drop', '', '{}', 'open', 3, null, 0, '2026-03-04T05:06:07.890Z', null);

insert into alerts (id, rule_id, view_id, view_name, query, total, changes, mail_to, webhook_url, mail, webhook, attempts, deliver_after, created_at)
values (1, 1, 1, 'Bad', 'result=bad', 1, '[]', '', null, 'none', 'none', 0, '2026-03-04T05:06:07.890Z', '2026-03-04T05:06:07.890Z');

insert into alert_queue (report_id)
values (4);

insert into links (id, token_hash, kind, mode, layout, label, title, report_id, compare_id, website_id, list, query, password_hash, snapshot_at, snapshot, created_by, created_at, expires_at, revoked_at, visits_count, last_visit_at, can_check, last_check_at, checks_that_day, checked_report_id)
values (1, 'x', 'report', 'live', 'page', 'For Bob', 'Lamps', 3, null, 1, null, null, null, null, null, 'Ann', '2026-03-04T05:06:07.890Z', null, null, 0, null, 0, null, 0, null);

insert into link_visits (id, link_id, visited_at, client)
values (1, 1, '2026-03-04T05:06:07.890Z', 'Firefox');

insert into brand (id, name, color, intro, footer, sections, paper, logo, logo_type, updated_at)
values (1, 'Shop', null, '', '', '[]', 'a4', null, null, '2026-03-04T05:06:07.890Z');

insert into jobs (id, kind, label, url, options, key_id, key_name, state, queued, running, done, failed, cancelled, sources, bytes, render, urls_given, schedule_id, pace_ms, next_claim_at, error, created_at, updated_at, finished_at)
values (1, 'list', '1 URL', null, null, 'aaaaaaaaaaaa', 'Ann', 'queued', 1, 0, 0, 0, 0, 0, 412, null, 0, null, null, '', null, '2026-03-04T05:06:07.890Z', '2026-03-04T05:06:07.890Z', null);

insert into job_urls (job_id, line, key_id, host, url, url_key, state, run_after, attempts, failures, kills, lease_owner, lease_until, report_id, error, depth, orphan)
values (1, 1, 'aaaaaaaaaaaa', 'www.shop.example', 'https://www.shop.example/new', 'https://www.shop.example/new', 'queued', '', 0, 0, 0, null, null, null, null, null, null);

insert into schedules (id, website_id, view_id, every, weekday, month_day, time, time_zone, crawl_url, crawl_limits, render, key_id, key_name, paused, next_run_at, last_run_at, last_outcome, last_job_id, created_at, updated_at)
values (1, 1, null, 'day', null, null, '06:00', 'Europe/Berlin', null, null, null, 'aaaaaaaaaaaa', 'Ann', 0, '2026-03-04T05:06:07.890Z', null, null, null, '2026-03-04T05:06:07.890Z', '2026-03-04T05:06:07.890Z');

insert into crawls (id, website_id, start_url, limits, schedule_id, state, figures, ruleset, progress, targets, changes, alerted, started_at, finished_at)
values (900, 1, 'https://shop.example/', '{"max_pages":500,"max_depth":null,"include":[],"exclude":[],"speed":null,"ignore_parameters":[],"max_per_folder":null}', null, 'done', '{"urls":1,"states":{"indexable":0,"unclear":0,"redirect":0,"other_url":0,"unlikely":0,"blocked":0},"unread":0,"rendered":0,"ratings":{"good":0,"decent":0,"bad":0},"average_score":null,"lists":{"all":0,"unread":0,"broken":0,"broken_external":0,"redirecting":0,"no_inlinks":0,"unreachable":0,"sitemap_only":0,"by_script":0,"deep":0,"blocked":0,"skipped":0,"sitemap_faults":0,"unlisted":0,"unchecked":0},"links":{"internal":0,"external":0,"nofollow":0,"parameters":0,"scripts":0,"blocked":0},"traps":[],"parameters":[],"problems":[],"robots_hash":null,"sitemap_hash":null}', 6, null, 1, null, 0, '2026-05-01T12:00:00.000Z', '2026-05-01T12:05:00.000Z');

insert into crawl_urls (crawl_id, target, url, kind, checked, status, end_status, redirects_to, redirect_statuses, failure, reason, robots_line, robots_rule, report_id, score, result, indexability, indexing_code, depth, inlinks, orphan, in_sitemap, issues, by_script, cut_links)
values (900, 1576179239065289, 'https://www.shop.example/gone', 'file', 1, 404, null, null, null, null, null, null, null, null, null, null, null, null, 0, 0, null, 1, '{}', null, null);

insert into crawl_urls (crawl_id, target, url, kind, checked, status, end_status, redirects_to, redirect_statuses, failure, reason, robots_line, robots_rule, report_id, score, result, indexability, indexing_code, depth, inlinks, orphan, in_sitemap, issues, by_script, cut_links)
values (900, 5083550419099603, 'https://www.shop.example/', 'page', 1, 200, null, null, null, null, null, null, null, 4, 90, 'good', 'indexable', 'open', 0, 0, null, 1, '{}', null, null);

insert into crawl_links (crawl_id, target, source, anchor)
values (900, 5083550419099603, 1576179239065289, 'Gone');

insert into crawl_outlinks (crawl_id, target, links)
values (900, 1576179239065289, x'5b5d');
