import { expect, it } from 'vitest'
import { listAudit } from '#service/store/access/audit.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { createOwner, signedInWith } from '#testing/service/people.ts'
import { openSqliteStore } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { alertOfRefusal } from './search-failure.ts'

const problem = {
  code: 'token_ended',
  message: 'Connect Google again.',
  link: 'https://myaccount.google.com/',
} as const
const query = { page: 1, per_page: 10, action: null, actor: null, from: null, to: null } as const

it('tells the owners once by mail, and records it', async () => {
  const { db } = await openSqliteStore()
  await createReport(db, newReport({ url: 'https://shop.example/' }))
  await createOwner(db)
  await signedInWith(db, 'member', [])
  const sent: string[][] = []
  const send = async (to: string, { subject, text }: { subject: string; text: string }) =>
    void sent.push([to, subject, text])
  await alertOfRefusal(1, problem, { db, send, origin: 'https://reports.test' })
  expect(sent).toEqual([
    [
      'dana@agency.example',
      expect.stringContaining('shop.example'),
      expect.stringMatching(/^Connect Google again\.\n\nhttps:.*https:\/\/reports\.test\/websites\/1\n$/s),
    ],
  ])
  expect((await listAudit(db, query)).rows).toMatchObject([{ action: 'search_failed', detail: 'token_ended' }])
})

it('records it without a mail server, and does nothing for a website that is deleted', async () => {
  const { db } = await openSqliteStore()
  await createReport(db, newReport({ url: 'https://shop.example/' }))
  for (const id of [1, 9]) await alertOfRefusal(id, problem, { db, send: null, origin: 'https://reports.test' })
  expect((await listAudit(db, query)).rows).toHaveLength(1)
})
