import { describe, expect, it } from 'vitest'
import { isLoopback, originOn, readConfig } from './config.ts'

describe('the environment', () => {
  it('has defaults for absent and empty variables', () => {
    const defaults = {
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      allowHosts: new Set(),
      hostPaces: new Map(),
      upstream: null,
      publicUrl: null,
      rateLimit: null,
      visitorRateLimit: 120,
      jobQuota: 2_000_000_000,
      maxDisk: null,
      trustProxy: null,
      secret: null,
      logLevel: 'info',
    }
    expect(readConfig({})).toMatchObject(defaults)
    expect(readConfig({ PORT: '', HOST: ' ', SEO_REPORTS_PUBLIC_URL: '', SEO_REPORTS_ROLE: '' })).toMatchObject(
      defaults,
    )
    expect(readConfig({}).dataDir).toMatch(/[/\\]data$/)
    expect(readConfig({}, true).logLevel).toBe('warn')
  })

  it('has a public URL with the path of a proxy', () => {
    const config = readConfig({ SEO_REPORTS_PUBLIC_URL: 'https://example.com/seo/' })
    expect(config.publicUrl).toBe('https://example.com/seo')
  })

  it.each(['http://127.0.0.1:8080', 'http://localhost:8080/', 'http://[::1]:8080'])('asks %s for Google', (url) => {
    expect(readConfig({ SEO_REPORTS_GOOGLE_URL: url }).googleUrl).toEqual(new URL(url))
    expect(readConfig({}).googleUrl).toBeNull()
  })

  it('sets every option', () => {
    const config = readConfig({
      PORT: '8080',
      HOST: '::1',
      DATABASE_URL: 'postgres://me:secret@db.example/reports',
      SEO_REPORTS_ALLOW_HOSTS: '127.0.0.1:8081, Intranet:80,[::1]:9000',
      SEO_REPORTS_HOST_LIMITS: 'Example.com=50, bücher.example=20/12,127.0.0.1:8081=10,[::1]:9000=1000/64',
      SEO_REPORTS_UPSTREAM: ' http://intranet:80/seo/ ',
      SEO_REPORTS_PUBLIC_URL: 'https://seo.example.com/',
      SEO_REPORTS_RATE_LIMIT: '600',
      SEO_REPORTS_VISITOR_RATE_LIMIT: '300',
      SEO_REPORTS_JOB_QUOTA: '500 mb',
      SEO_REPORTS_MAX_DISK: '20GB',
      SEO_REPORTS_RENDER_WITHOUT_SANDBOX: '1',
      SEO_REPORTS_TRUST_PROXY: '10.0.0.0/8, ::1',
      SEO_REPORTS_ROLE: 'all',
      LOG_LEVEL: 'silent',
    })
    expect(config).toMatchObject({
      port: 8080,
      host: '::1',
      publicUrl: 'https://seo.example.com',
      rateLimit: 600,
      visitorRateLimit: 300,
      jobQuota: 500_000_000,
      maxDisk: 20_000_000_000,
      rendersWithoutSandbox: true,
      trustProxy: ['10.0.0.0/8', '::1'],
      logLevel: 'silent',
    })
    expect(config.upstream).toMatchObject({ address: 'http://intranet/seo', prefix: '/seo' })
    expect([...config.hostPaces]).toEqual([
      ['example.com', { perSecond: 50, maxConcurrent: 6 }],
      ['xn--bcher-kva.example', { perSecond: 20, maxConcurrent: 12 }],
      ['127.0.0.1:8081', { perSecond: 10, maxConcurrent: 6 }],
      ['::1:9000', { perSecond: 1_000, maxConcurrent: 64 }],
    ])
    expect([...config.allowHosts]).toEqual(['127.0.0.1:8081', 'intranet:80', '[::1]:9000'])
  })

  it.each([
    ['PORT', '99999'],
    ['PORT', '80a'],
    ['HOST', 'http://x'],
    ['DATABASE_URL', 'mysql://db.example/x'],
    ['SEO_REPORTS_ALLOW_HOSTS', '127.0.0.1'],
    ['SEO_REPORTS_ALLOW_HOSTS', 'http://127.0.0.1:80'],
    ['SEO_REPORTS_HOST_LIMITS', 'example.com'],
    ['SEO_REPORTS_HOST_LIMITS', 'example.com=0'],
    ['SEO_REPORTS_HOST_LIMITS', 'example.com=1001'],
    ['SEO_REPORTS_HOST_LIMITS', 'example.com=1.5'],
    ['SEO_REPORTS_HOST_LIMITS', 'example.com=50/0'],
    ['SEO_REPORTS_HOST_LIMITS', 'example.com=50/65'],
    ['SEO_REPORTS_HOST_LIMITS', 'https://example.com=50'],
    ['SEO_REPORTS_HOST_LIMITS', 'example.com=50,'],
    ['SEO_REPORTS_PUBLIC_URL', 'seo.example.com'],
    ['SEO_REPORTS_PUBLIC_URL', 'https://seo.example.com/?reports'],
    ['SEO_REPORTS_GOOGLE_URL', 'https://127.0.0.1:8080'],
    ['SEO_REPORTS_GOOGLE_URL', 'http://google.example'],
    ['SEO_REPORTS_GOOGLE_URL', 'http://10.0.0.1:8080'],
    ['SEO_REPORTS_GOOGLE_URL', 'http://127.0.0.1:8080/google'],
    ['SEO_REPORTS_GOOGLE_URL', 'http://me@127.0.0.1:8080'],
    ['SEO_REPORTS_RATE_LIMIT', '0'],
    ['SEO_REPORTS_VISITOR_RATE_LIMIT', '0'],
    ['SEO_REPORTS_JOB_QUOTA', '500'],
    ['SEO_REPORTS_MAX_DISK', '0GB'],
    ['SEO_REPORTS_MAX_DISK', '1.5GB'],
    ['SEO_REPORTS_TRUST_PROXY', 'proxy.example'],
    ['SEO_REPORTS_TRUST_PROXY', '10.0.0.0/33'],
    ['SEO_REPORTS_TRUST_PROXY', '0.0.0.0/0'],
    ['SEO_REPORTS_RENDER_WITHOUT_SANDBOX', 'yes'],
    ['SEO_REPORTS_RENDER_WITHOUT_SANDBOX', '2'],
    ['SEO_REPORTS_ROLE', 'boss'],
    ['SEO_REPORTS_UPSTREAM', 'http://seo.example.com'],
    ['SEO_REPORTS_UPSTREAM', 'https://me:secret@seo.example.com'],
    ['LOG_LEVEL', 'loud'],
  ])('stops the start with one sentence when %s is %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} .*must be .*\\.$`))
  })

  it.each(['web', 'worker'])('needs PostgreSQL for the role %s', (role) => {
    expect(() => readConfig({ SEO_REPORTS_ROLE: role })).toThrow(`SEO_REPORTS_ROLE=${role} needs PostgreSQL`)
    const databaseUrl = 'postgres://db.example/reports'
    expect(readConfig({ SEO_REPORTS_ROLE: role, DATABASE_URL: databaseUrl })).toMatchObject({ role, databaseUrl })
  })

  it.each([
    ['smtp://me:secret@mail.example.com', 'smtp://me:secret@mail.example.com?requireTLS=true'],
    ['smtp://mail.example.com:25?name=seo', 'smtp://mail.example.com:25?name=seo&requireTLS=true'],
    ['smtp://mail.example.com?requireTLS=false', 'smtp://mail.example.com?requireTLS=true'],
    ['smtp://mail.example.com?tls=never', 'smtp://mail.example.com?ignoreTLS=true'],
    ['smtp://127.0.0.1:2525', 'smtp://127.0.0.1:2525'],
    ['smtp://[::1]:2525', 'smtp://[::1]:2525'],
    ['smtp://localhost', 'smtp://localhost'],
    ['smtps://me:secret@mail.example.com', 'smtps://me:secret@mail.example.com'],
  ])('encrypts mail to %s, unless it is told not to or the server is here', (given, url) => {
    const from = 'seo@example.com'
    expect(readConfig({ SEO_REPORTS_SMTP_URL: given, SEO_REPORTS_MAIL_FROM: from }).mail).toEqual({ url, from })
  })

  it('never appears in an error with a password of a database or a server', () => {
    expect(() => readConfig({ SEO_REPORTS_UPSTREAM: 'https://me:secret@seo.example.com' })).toThrow(/^(?!.*secret)/)
    expect(() => readConfig({ DATABASE_URL: 'mysql://me:secret@db.example' })).toThrow(/^(?!.*secret)/)
  })

  it('takes a secret of at least 32 characters, and never repeats it', () => {
    const secret = 'x'.repeat(32)
    expect(readConfig({ SEO_REPORTS_SECRET: secret }).secret).toBe(secret)
    expect(() => readConfig({ SEO_REPORTS_SECRET: 'hunter2' })).toThrow(
      /^SEO_REPORTS_SECRET must be at least 32 characters(?!.*hunter2)/,
    )
  })

  it('gives the URL of a listener on this machine', () => {
    expect([originOn('127.0.0.1', 1), originOn('::1', 2), originOn('0.0.0.0', 3)]).toEqual([
      'http://127.0.0.1:1',
      'http://[::1]:2',
      'http://localhost:3',
    ])
  })

  it('tells loopback addresses from others', () => {
    expect(['127.0.0.1', '127.1.2.3', '::1', 'localhost'].map(isLoopback)).toEqual([true, true, true, true])
    expect(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.com'].map(isLoopback)).toEqual([false, false, false, false])
  })
})
