import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAuthenticator } from '#service/access/authenticate.ts'
import { openStore } from '#service/store/database.ts'
import { startChildService } from '#testing/service/child-service.ts'
import { createOwner } from '#testing/service/people.ts'
import { createDataFolder } from '#testing/store/databases.ts'

// Each command runs in its own process.

type Outcome = { code: number; stdout: string; stderr: string }

async function commands() {
  const { dataDir, remove } = await createDataFolder()
  onTestFinished(remove)
  const more: Record<string, string> = {}
  const run = (name: string, ...args: string[]) =>
    new Promise<Outcome>((resolve) => {
      const env = { PATH: process.env['PATH'], SEO_REPORTS_DATA_DIR: dataDir, PORT: '4321', ...more }
      execFile(
        process.execPath,
        [fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), ...args],
        { env },
        (error, stdout, stderr) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
      )
    })
  const identify = async (key: string) => {
    const store = await openStore({ dataDir })
    const reader = await createAuthenticator(store.db).identify({ header: `Bearer ${key}` })
    await new Promise((resolve) => setImmediate(resolve))
    await store.close()
    return reader
  }
  const auditEntries = async () => {
    const store = await openStore({ dataDir })
    const rows = await store.db
      .selectFrom('audit')
      .select(['actor', 'action', 'object_id', 'object_name'])
      .orderBy('id')
      .execute()
    await store.close()
    return rows.map((row) => Object.values(row).join(' '))
  }
  return { run, identify, auditEntries, more, dataDir }
}

describe('key', () => {
  it('is created, listed and revoked, and creating prints only the key', async () => {
    const { run, identify, auditEntries } = await commands()
    const { code, stdout } = await run('key', 'create', '--name', 'My script', '--role', 'read')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^seo_[a-z\d]{8}_[\w-]{43}\n$/) })
    const id = stdout.slice(4, 12)
    expect(await identify(stdout.trim())).toMatchObject({ key: { id, name: 'My script', role: 'read' } })
    expect((await run('key', 'list')).stdout).toMatch(new RegExp(`^${id}  read  created .*  My script\n$`))
    expect((await run('key', 'revoke', id)).code).toBe(0)
    expect(await identify(stdout.trim())).toBeUndefined()
    expect((await run('key', 'list')).stdout).toContain('revoked')
    expect(await run('key', 'revoke', id)).toMatchObject({ code: 1, stderr: expect.stringContaining(id) })
    expect(await auditEntries()).toEqual([`command key_created ${id} My script`, `command key_revoked ${id} My script`])
  })

  it('prints one sentence for each usage error', async () => {
    const { run } = await commands()
    for (const args of [
      [],
      ['create'],
      ['create', '--name', 'x', '--role', 'admin'],
      ['revoke'],
      ['list', 'all'],
      ['make', '--name', 'x'],
    ]) {
      const { code, stdout, stderr } = await run('key', ...args)
      expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: '' })
      expect(stderr).toMatch(/^[^\n]+\n$/)
    }
  })
})

it('sign-in prints a new link, for the first account without an owner, and with several for one of them', async () => {
  const { run, dataDir } = await commands()
  const [first, second] = [await run('sign-in'), await run('sign-in')]
  expect(first).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4321\/account#token=[\w-]{43}\n$/),
  })
  expect(second.stdout).not.toBe(first.stdout)
  const store = await openStore({ dataDir })
  await createOwner(store.db)
  expect((await run('sign-in')).stdout).toMatch(/\/sign-in#token=[\w-]{43}\n$/)
  await createOwner(store.db, 'Kim', 'kim@agency.example')
  await store.close()
  expect((await run('sign-in', '--email', 'KIM@agency.example')).stdout).toMatch(/\/sign-in#token=/)
  expect(await run('sign-in')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Say whose link it is with --email. The owners are dana@agency.example, kim@agency.example.\n',
  })
  expect(await run('sign-in', '--email', 'lu@agency.example')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'No active owner has the email "lu@agency.example".\n',
  })
})

it('sign-in prints the URL of the service that started last, whatever the PORT of the command is', async () => {
  const { run, dataDir } = await commands()
  const { origin } = await startChildService({ SEO_REPORTS_DATA_DIR: dataDir })
  const { stdout } = await run('sign-in')
  expect(stdout).toMatch(/#token=[\w-]{43}\n$/)
  expect(stdout.split('/account')[0]).toBe(origin)
})

describe('any command', () => {
  it('refers to the upstream server when one is set', async () => {
    const { run, more } = await commands()
    more['SEO_REPORTS_UPSTREAM'] = 'https://seo.example.com'
    expect(await run('key', 'list')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'SEO_REPORTS_UPSTREAM is set, so the data is on https://seo.example.com. Run this command there, or unset the variable.\n',
    })
  })
})
