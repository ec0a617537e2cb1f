/** What Google can refuse, or what keeps us from asking. */
export const googleProblems = [
  'no_permission',
  'api_disabled',
  'token_ended',
  'client_refused',
  'account_refused',
  'scope_missing',
  'quota_minute',
  'quota_day',
  'no_data',
  'google_unreachable',
  'google_error',
  'secret_locked',
] as const
export type GoogleProblemCode = (typeof googleProblems)[number]

/** Why a file can't be imported. */
export const fileProblems = ['no_pages', 'wrong_columns', 'other_website', 'in_the_future', 'damaged'] as const
export type FileProblemCode = (typeof fileProblems)[number]
