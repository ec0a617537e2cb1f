import { execFile } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ratingOf, ratings } from '#contract/reports/rating.ts'
import { listClients } from '#service/store/clients.ts'
import { openStore, type Store } from '#service/store/database.ts'
import { listReports } from '#service/store/lists/report-list.ts'
import { listWebsites } from '#service/store/lists/website-list.ts'
import { deleteReport } from '#service/store/reports/deleted-reports.ts'
import { createReport, findReport, findWholeReport } from '#service/store/reports/reports.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { createDataFolder } from '#testing/store/databases.ts'
import { reportListQuery, websiteListQuery } from '#testing/store/lists.ts'
import { newReport } from '#testing/store/reports.ts'

// Each command runs in its own process.

const all = { kind: 'all' } as const
const everyReport = reportListQuery({ sort: 'asc', per_page: 100 })
const everyWebsite = websiteListQuery({ sort: 'asc', per_page: 100 })

type Outcome = { code: number; stdout: string; stderr: string }

async function folder() {
  const { dataDir, remove } = await createDataFolder()
  onTestFinished(remove)
  const run = (name: string, args: string[], env: Record<string, string> = {}) =>
    new Promise<Outcome>((resolve) => {
      const given = { PATH: process.env['PATH'], SEO_REPORTS_DATA_DIR: path.join(dataDir, 'data'), ...env }
      execFile(
        process.execPath,
        [fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), ...args],
        { env: given },
        (error, stdout, stderr) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
      )
    })
  const within = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    const store = await openStore({ dataDir: path.join(dataDir, 'data') })
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  }
  return { dataDir, run, within, file: (name: string) => path.join(dataDir, name) }
}

const oneLine = /^[^\n]+\n$/

describe('seed', () => {
  it('adds the same valid reports every time', async () => {
    const folders = [await folder(), await folder()]
    const seeded = await Promise.all(
      folders.map(async ({ run, within }) => {
        expect(await run('seed', ['--websites', '7', '--reports', '90'])).toMatchObject({
          code: 0,
          stdout: expect.stringMatching(/^Added 90 reports for 7 websites in [\d.]+ s\.\n$/),
        })
        return within(async ({ db }) => {
          expect(await findFaults(db)).toEqual([])
          expect((await listWebsites(db, everyWebsite, all)).total).toBe(7)
          return (await listReports(db, everyReport, all)).rows
        })
      }),
    )
    expect(seeded[0]).toHaveLength(90)
    expect(seeded[0]).toEqual(seeded[1])
    expect(new Set(seeded[0]?.map(({ result }) => result))).toEqual(new Set(['good', 'decent', 'bad']))
  })

  it('spreads reports over months, each with the analysis of its own page', { tags: 'all' }, async () => {
    const { run, within } = await folder()
    await run('seed', ['--websites', '3', '--reports', '60'])
    await within(async ({ db }) => {
      const { rows } = await listReports(db, everyReport, all)
      expect(rows.map(({ created_at }) => created_at)).toEqual(rows.map(({ created_at }) => created_at).toSorted())
      expect(new Set(rows.map(({ created_at }) => created_at.slice(0, 7))).size).toBeGreaterThan(6)
      for (const { id, url, domain, score, result } of rows) {
        expect(new URL(url).host.replace(/^www\./, '')).toBe(domain)
        expect(result).toBe(ratingOf(score ?? 0))
        const payload = (await findWholeReport(db, id, all))?.payload
        expect(payload?.facts.response.finalUrl).toBe(url)
        expect(Object.keys(payload?.evaluation.results ?? {}).length).toBeGreaterThan(15)
        expect(JSON.stringify(payload)).not.toMatch(/seed-page|seedno|2026-06-02T10/)
      }
    })
  })

  it('adds pages of every quality, which get better and worse over time', { tags: 'all' }, async () => {
    const { run, within } = await folder()
    await run('seed', ['--websites', '20', '--reports', '400'])
    await within(async ({ db }) => {
      const rows = await db.selectFrom('reports').select(['url', 'score', 'result']).orderBy('id').execute()
      for (const rating of ratings)
        expect(rows.filter(({ result }) => result === rating).length, rating).toBeGreaterThan(rows.length / 20)
      const scores = rows.map(({ score }) => score)
      expect(Math.max(...scores)).toBe(100)
      expect(Math.min(...scores)).toBeGreaterThan(0)
      const histories = [...Map.groupBy(rows, ({ url }) => url).values()]
      const changes = histories.flatMap((reports) =>
        reports.slice(1).map(({ score }, at) => score - reports[at]!.score),
      )
      expect(changes.length / rows.length).toBeGreaterThan(0.6)
      expect(changes.filter((change) => change > 0).length / changes.length).toBeGreaterThan(0.1)
      expect(changes.filter((change) => change < 0).length / changes.length).toBeGreaterThan(0.1)
    })
  })

  it('assigns most of its websites to clients, which it creates once', { tags: 'all' }, async () => {
    const { run, within } = await folder()
    for (const websites of ['20', '30']) {
      const args = ['--websites', websites, '--reports', '30', '--clients', '4']
      expect((await run('seed', args)).stdout).toContain(`for ${websites} websites of 4 clients in`)
    }
    await within(async ({ db }) => {
      const clients = await listClients(db)
      expect(clients.map(({ websites_count }) => websites_count)).toEqual([8, 6, 7, 6])
      expect(clients[0]).toMatchObject({
        name: 'Ashford Bakery',
        contact: expect.stringMatching(/^Ada Byrne, ada@[a-z-]+\.example$/),
      })
    })
  })

  it.each([
    [
      ['--websites', '3', '--reports', '9', '--clients', '4'],
      '--clients must be at most --websites, and at most 2000.\n',
    ],
    [['--websites', '3'], '--reports must be a whole number from 1 to 99999999.\n'],
    [['--websites', '0', '--reports', '5'], '--websites must be a whole number from 1 to 99999999.\n'],
    [['--websites', '6', '--reports', '5'], '--reports must be at least --websites: every website needs a report.\n'],
  ])('rejects %j with one sentence', { tags: 'all' }, async (args, stderr) => {
    const { run } = await folder()
    expect(await run('seed', args)).toEqual({ code: 1, stdout: '', stderr })
  })
})

describe('verify-data', () => {
  it('confirms correct data and prints one line per fault', async () => {
    const { run, within } = await folder()
    await within(({ db }) => createReport(db, newReport()))
    expect(await run('verify-data', [])).toMatchObject({ code: 0, stderr: '' })
    await within(({ db }) => db.updateTable('websites').set({ score_sum: 7 }).execute())
    expect(await run('verify-data', [])).toEqual({
      code: 1,
      stdout: 'Website 1 (shop.example): score_sum is 7, expected 85.\n',
      stderr: '',
    })
  })
})

describe('rescore', () => {
  it('prints the number of reports, rescores them while the data is open elsewhere, and then has nothing to do', async () => {
    const { run, within } = await folder()
    await within(async ({ db }) => {
      const { id } = await createReport(db, newReport({ score: 1, ruleset: 0 }))
      await createReport(db, newReport({ score: 2, ruleset: 0 }))
      expect(await run('rescore', ['--dry-run'])).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^Dry run: 2 reports would be rescored with ruleset \d+\.\n$/),
        stderr: '',
      })
      expect((await findReport(db, id, all))?.score).toBe(1)
      expect(await run('rescore', [])).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^(?:\d+ of .*\n)*Rescored 2 reports with ruleset \d+ in [\d.]+ s\.\n$/),
        stderr: '',
      })
      expect((await findReport(db, id, all))?.score).toBeGreaterThan(1)
      expect(await findFaults(db)).toEqual([])
      expect(await run('rescore', [])).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^All reports already use ruleset \d+\.\n$/),
        stderr: '',
      })
    })
  })

  it('names the reports it leaves unchanged, and rejects an unknown option', { tags: 'all' }, async () => {
    const { run, within } = await folder()
    await within(async ({ db }) => {
      await createReport(db, newReport({ ruleset: 0 }))
      await db
        .updateTable('report_payloads')
        .set({ facts: Buffer.from('nonsense') })
        .execute()
    })
    const { code, stdout } = await run('rescore', [])
    expect(code).toBe(1)
    // A slow machine prints its progress in between.
    expect(stdout).toMatch(
      /^Skipped report 1: .*\n(?:\d+ of .*\n)*Rescored 0 reports with ruleset \d+ in [\d.]+ s\. Skipped 1\.\n$/,
    )
    expect(await run('rescore', ['--all'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('--all'),
    })
  })
})

describe('backup and restore', () => {
  it('restore data that was deleted since, and keep the replaced data', async () => {
    const { run, within, file } = await folder()
    const kept = await within(async ({ db }) => {
      const report = await createReport(db, newReport())
      const deleted = await createReport(db, newReport())
      await deleteReport(db, deleted.id)
      // The store stays open during the backup.
      expect(await run('backup', [file('copy.db')])).toEqual({
        code: 0,
        stdout: `Backed up to ${file('copy.db')}.\n`,
        stderr: '',
      })
      await deleteReport(db, report.id)
      return report
    })
    const restored = await run('restore', [file('copy.db')])
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    const previous = /previous data is in (.*)\.\n$/.exec(restored.stdout)?.[1] ?? ''
    expect(existsSync(previous)).toBe(true)
    await within(async ({ db }) => {
      expect(await findReport(db, kept.id, all)).toEqual(kept)
      expect(await findFaults(db)).toEqual([])
      // IDs are not reused, not even those that were deleted before the backup.
      expect((await createReport(db, newReport())).id).toBeGreaterThan(kept.id + 1)
    })
  })

  it('work in an empty data folder', { tags: 'all' }, async () => {
    const [one, other] = [await folder(), await folder()]
    await one.within(({ db }) => createReport(db, newReport()))
    await one.run('backup', [one.file('copy.db')])
    expect(await other.run('restore', [one.file('copy.db')])).toMatchObject({ code: 0 })
    expect(await other.within(({ db }) => findReport(db, 1, all))).toMatchObject({ domain: 'shop.example' })
  })

  it('change nothing when rejected, and say why in one line', { tags: 'all' }, async () => {
    const { run, within, file, dataDir } = await folder()
    expect(await run('backup', [file('copy.db')])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no data in .*\n$/),
    })
    await within(async ({ db }) => {
      await createReport(db, newReport())
      await run('backup', [file('copy.db')])
      expect(await run('restore', [file('copy.db')])).toEqual({
        code: 1,
        stdout: '',
        stderr: 'The service is running. Stop it first.\n',
      })
    })
    writeFileSync(file('letter.txt'), 'Dear reader, this is no database. '.repeat(50))
    for (const [name, args] of [
      ['backup', [file('copy.db')]],
      ['backup', []],
      ['restore', []],
      ['restore', [file('none')]],
      ['restore', [file('letter.txt')]],
    ] as const) {
      const { code, stdout, stderr } = await run(name, [...args])
      expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(oneLine)
    }
    expect(await run('backup', [file('other.db')], { DATABASE_URL: 'postgres://127.0.0.1/x' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('pg_dump'),
    })
    expect(readdirSync(dataDir).toSorted()).toEqual(['copy.db', 'data', 'letter.txt'])
    expect(readdirSync(path.join(dataDir, 'data')).filter((name) => name.endsWith('.db'))).toEqual(['seo-reports.db'])
  })
})
