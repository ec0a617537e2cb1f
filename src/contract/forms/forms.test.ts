import { describe, expect, it } from 'vitest'
import { maxKeyName } from '../access/keys.ts'
import { maxViewName } from '../lists/views.ts'
import { maxPasswordLength } from '../websites/website.ts'
import { NewKeyForm, OwnKeyForm } from './access-forms.ts'
import { AlertRuleForm } from './alert-forms.ts'
import { BrandForm, IntroductionForm } from './brand-form.ts'
import { fieldsOf, messageOf, readField, readForm } from './form.ts'
import { NewJobForm } from './job-form.ts'
import { NewLinkForm } from './link-form.ts'
import { BulkDeleteForm, NewReportForm } from './report-forms.ts'
import { NewViewForm, viewChangeForm, ViewName, ViewOrderForm } from './view-forms.ts'
import { FindingForm, NewWaiverForm } from './waiver-forms.ts'
import { NewPassword, WebsiteForm } from './website-form.ts'

type Fields = Record<string, string>

/** "field code" for every problem. */
const problemsOf = (form: Parameters<typeof readForm>[0], fields: Fields) =>
  readForm(form, fields).problems.map(({ field, code }) => `${field} ${code}`)

describe('the name of a view', () => {
  it.each([
    ['  Worst pages ', 'Worst pages'],
    ['أسوأ الصفحات', 'أسوأ الصفحات'],
    ['🙂'.repeat(maxViewName), '🙂'.repeat(maxViewName)],
  ])('%j is trimmed and accepted', (given, name) => {
    expect(readField(ViewName, given)).toEqual({ value: name, code: null })
  })

  it.each([
    ['', 'required'],
    ['  ', 'required'],
    ['a\0b', 'invalid_characters'],
    ['a\nb', 'invalid_characters'],
    ['\ud800', 'invalid_characters'],
    ['x'.repeat(maxViewName + 1), 'too_long'],
    ['🙂'.repeat(maxViewName + 1), 'too_long'],
    ['x'.repeat(10_000), 'too_long'],
  ])('%j is rejected', (given, code) => {
    expect(readField(ViewName, given)).toEqual({ value: null, code })
  })
})

describe('a text that others see', () => {
  const fields: [form: Parameters<typeof readForm>[0], field: string][] = [
    [NewKeyForm, 'name'],
    [OwnKeyForm, 'name'],
    [NewViewForm, 'name'],
    [viewChangeForm('reports'), 'name'],
    [NewLinkForm, 'label'],
    [BrandForm, 'name'],
    [BrandForm, 'footer'],
    [BrandForm, 'intro'],
    [IntroductionForm, 'introduction'],
    [NewJobForm, 'label'],
    [NewWaiverForm, 'reason'],
    [FindingForm, 'owner'],
    [FindingForm, 'reason'],
  ]
  const refused = [
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
    '\u0000',
    '\u0085',
  ]

  it.each(fields)('has no controls of its direction (%# %s)', (form, field) => {
    const codesOf = (text: string) =>
      readForm(form, { [field]: text }).problems.flatMap((problem) => (problem.field === field ? [problem.code] : []))
    for (const control of refused)
      expect([control, codesOf(`a${control}b`)]).toEqual([control, expect.arrayContaining(['invalid_characters'])])
    for (const text of ['أسوأ الصفحات', 'עברית abc', 'a\u200fb', 'Zoë 👩‍💻'])
      expect(codesOf(text)).not.toContain('invalid_characters')
  })
})

describe('a password', () => {
  it('is kept as typed and counted in code points', () => {
    expect(readField(NewPassword, ' a ').value).toBe(' a ')
    expect(readField(NewPassword, '🐑'.repeat(maxPasswordLength)).code).toBeNull()
    expect(readField(NewPassword, '🐑'.repeat(maxPasswordLength + 1)).code).toBe('too_long')
  })
})

describe('a new key', () => {
  it('has no expiry when the field is empty, else one in UTC', () => {
    const fields = { name: ' Nightly ', role: 'read' }
    expect(readForm(NewKeyForm, { ...fields, expires_at: ' ' }).values).toEqual({ name: 'Nightly', role: 'read' })
    expect(readForm(NewKeyForm, { ...fields, expires_at: ' 2999-01-01T01:00+01:00 ' }).values?.expires_at).toBe(
      '2999-01-01T00:00:00.000Z',
    )
  })

  it.each([
    ['2999-01-01', 'invalid_time'],
    ['2999-01-01T00:00', 'invalid_time'],
    ['2999-02-31T00:00Z', 'invalid_time'],
    ['2020-01-01T00:00Z', 'in_the_past'],
  ])('does not expire at %s', (expires_at, code) => {
    expect(problemsOf(NewKeyForm, { name: 'a', role: 'read', expires_at })).toEqual([`expires_at ${code}`])
  })

  it('reports every wrong field', () => {
    expect(problemsOf(NewKeyForm, { role: 'admin', expires_at: 'x' })).toEqual([
      'name required',
      'role invalid_choice',
      'expires_at invalid_time',
    ])
  })
})

describe('a new link', () => {
  it('reads the fields of its kind and ignores those of others', () => {
    expect(readForm(NewLinkForm, { kind: 'report', report_id: ' 7 ', website_id: 'x', mode: '' }).values).toEqual({
      kind: 'report',
      report_id: 7,
      mode: 'live',
      layout: 'page',
      label: '',
    })
    expect(readForm(NewLinkForm, { kind: 'view', list: 'reports', query: '?result=bad&page=4&utm=1' }).values).toEqual({
      kind: 'view',
      list: 'reports',
      query: 'result=bad',
      mode: 'live',
      layout: 'page',
      label: '',
    })
  })

  it.each<[Fields, string[]]>([
    [{}, ['kind required']],
    [{ kind: 'key', mode: 'x' }, ['kind invalid_choice', 'mode invalid_choice']],
    [{ kind: 'report' }, ['report_id required']],
    [{ kind: 'website', website_id: '1e3', mode: 'frozen' }, ['website_id invalid_id', 'mode not_allowed']],
    [
      { kind: 'website', website_id: '1', mode: 'frozen', expires_at: 'x', label: '\n\0' },
      ['label invalid_characters', 'expires_at invalid_time', 'mode not_allowed'],
    ],
    [{ kind: 'view', list: 'keys', query: 'result=great' }, ['list invalid_choice']],
    [{ kind: 'view', list: 'reports', query: 'search=%zz' }, ['query invalid_encoding']],
    [{ kind: 'view', list: 'reports', query: 'result=x&per_page=7' }, Array(2).fill('query invalid_parameter')],
    [{ kind: 'view', list: 'reports', query: `search=${'%C3%BC'.repeat(500)}` }, ['query too_long']],
  ])('with %o is refused', (fields, problems) => {
    expect(problemsOf(NewLinkForm, fields)).toEqual(problems)
  })

  it('is sent as text without its absent and empty fields', () => {
    expect(fieldsOf({ kind: 'report', report_id: 7, mode: 'frozen', label: '', password: '🐑' })).toEqual({
      kind: 'report',
      report_id: '7',
      mode: 'frozen',
      password: '🐑',
    })
    expect(
      fieldsOf({ kind: 'view', list: 'reports', query: 'result=bad', mode: 'live', expires_at: undefined }),
    ).toEqual({ kind: 'view', list: 'reports', query: 'result=bad', mode: 'live' })
  })

  it('is sent with flags as 1 and 0', () => {
    expect(fieldsOf({ can_check: true, paused: false })).toEqual({ can_check: '1', paused: '0' })
  })
})

describe('a change of a website', () => {
  it('reads numbers and flags', () => {
    expect(readForm(WebsiteForm, { privacy: ' 2 ', password: 'x', findable: '0' }).values).toEqual({
      privacy: 2,
      password: 'x',
      findable: false,
    })
  })

  it.each<[Fields, string[]]>([
    [{}, ['privacy one_required']],
    [{ privacy: '', password: '', findable: ' ' }, ['privacy one_required']],
    [{ privacy: '1.0' }, ['privacy invalid_choice']],
    [{ findable: 'yes', privacy: '3' }, ['findable invalid_choice', 'privacy invalid_choice']],
  ])('with %o is refused', (fields, problems) => {
    expect(problemsOf(WebsiteForm, fields)).toEqual(problems)
  })
})

describe('views', () => {
  it('keep of a query what the list knows', () => {
    const fields = { name: 'A', list: 'reports', query: '?utm_source=x&page=4&result=good&per_page=10' }
    expect(readForm(NewViewForm, fields).values).toEqual({ name: 'A', list: 'reports', query: 'result=good' })
  })

  it('change by a name, a query or both, where an empty query is a change', () => {
    const form = viewChangeForm('reports')
    expect(readForm(form, { name: '', query: '' }).values).toEqual({ query: '' })
    expect(problemsOf(form, { name: '' })).toEqual(['name one_required'])
    expect(problemsOf(form, { name: ' ', query: 'result=x' })).toEqual(['name required', 'query invalid_parameter'])
  })

  it('are ordered by IDs without repeats', () => {
    expect(readForm(ViewOrderForm, { ids: '3, 1,,2' }).values).toEqual({ ids: [3, 1, 2] })
    expect(problemsOf(ViewOrderForm, { ids: '1,2,1' })).toEqual(['ids duplicate'])
    expect(problemsOf(ViewOrderForm, { ids: ',' })).toEqual(['ids required'])
  })
})

describe('reports', () => {
  it('are deleted by IDs, of which repeated ones count once', () => {
    expect(readForm(BulkDeleteForm, { ids: '1,2,1' }).values).toEqual({ ids: [1, 2] })
    expect(new Set(problemsOf(BulkDeleteForm, { ids: '1,x,0' }))).toEqual(new Set(['ids invalid_id']))
    expect(problemsOf(BulkDeleteForm, { ids: Array.from({ length: 1001 }, (_, at) => at + 1).join() })).toEqual([
      'ids too_many',
    ])
  })

  it('are created for a URL without its fragment', () => {
    expect(readForm(NewReportForm, { url: ' https://a.example/b#c ' }).values?.url.href).toBe('https://a.example/b')
    expect(problemsOf(NewReportForm, {})).toEqual(['url required'])
    expect(problemsOf(NewReportForm, { url: 'a.example' })).toEqual(['url missing_scheme'])
  })
})

describe('recipients of an alert', () => {
  const problems = (text: string) => problemsOf(AlertRuleForm, { conditions: 'score_drop', mail_to: text })

  it('are plain addresses, each once', () => {
    const fields = { conditions: 'score_drop', mail_to: 'me@example.com; jörg.o+x@bücher.example\nme@example.com' }
    expect(readForm(AlertRuleForm, fields).values?.mail_to).toEqual(['me@example.com', 'jörg.o+x@bücher.example'])
  })

  it.each([
    'x:a@b.example',
    'team:a@b.example',
    '<a@b.example>',
    'a@b.example(me)',
    '"a"@b.example',
    'a@[127.0.0.1]',
    'a@b@c.example',
    'a\\b@c.example',
    'a\u0000@b.example',
    'a@b',
    'a@b..example',
    '@b.example',
  ])('are not %j', (text) => expect(problems(text)).toEqual(['mail_to invalid_choice']))

  it('are at most ten, of which no further ones are checked', () => {
    expect(problems(Array.from({ length: 11 }, (_, at) => `me${at}@example.com`).join())).toEqual(['mail_to too_many'])
    expect(problems(Array.from({ length: 5_000 }, (_, at) => `${at}`).join())).toEqual(['mail_to too_many'])
    expect(problems(`${'a'.repeat(16_000)}@example.com`)).toEqual(['mail_to too_long'])
  })
})

describe('the message of a problem', () => {
  const nameProblem = { field: 'name', code: 'too_long' } as const

  it('states the limit of its own form', () => {
    expect(messageOf(NewKeyForm, nameProblem)).toContain(`${maxKeyName} `)
    expect(messageOf(NewViewForm, nameProblem)).toContain(`${maxViewName} `)
  })

  it('is that of its code, or of the field for any other', () => {
    const expiry = (code: 'in_the_past' | 'invalid_time' | 'too_long') =>
      messageOf(NewKeyForm, { field: 'expires_at', code })
    expect(expiry('in_the_past')).not.toBe(expiry('invalid_time'))
    expect(expiry('too_long')).toBe(expiry('invalid_time'))
  })
})
