import { describe, expect, it } from 'vitest'
import { fetchedPageOf, type Page } from '#testing/pages/fetched-page.ts'
import { aiCrawlers } from './ai-crawlers.ts'
import { collectFacts } from './collect.ts'
import { crawlerTokens } from './crawler-access.ts'

const accessOf = (robots: Page['robots'], more: Partial<Page> = {}) =>
  collectFacts(fetchedPageOf({ html: '', ...(robots === undefined ? {} : { robots }), ...more })).facts.crawlerAccess
const accessFor = (robots: Page['robots'], token: string) =>
  accessOf(robots).verdicts.find(({ token: one }) => one === token)

describe('the table of AI crawlers', () => {
  it('has the 21 tokens, each once, with a source over https', () => {
    const tokens = aiCrawlers.map(({ token }) => token)
    expect(new Set(tokens).size).toBe(21)
    expect(tokens).toHaveLength(21)
    for (const { source } of aiCrawlers) expect(source).toMatch(/^https:\/\/\S+$/)
  })

  it('names the day on which each statement was compared with its source, and the one that never was', () => {
    for (const { checked } of aiCrawlers) expect(checked ?? '2026-01-01').toMatch(/^2026-\d\d-\d\d$/)
    expect(aiCrawlers.filter(({ checked }) => checked === null).map(({ token }) => token)).toEqual(['AI2Bot'])
  })

  it('states nothing for vendors without documentation', () => {
    expect(aiCrawlers.filter(({ statement }) => statement === null).map(({ token }) => token)).toEqual([
      'cohere-ai',
      'Bytespider',
    ])
  })
})

describe('the access of crawlers', () => {
  const robots = 'User-agent: GPTBot\nUser-agent: ccbot/2.0\nDisallow: /\n\nUser-agent: *\nDisallow: /garden/\nAllow: /'

  it('cover Google’s crawlers and every AI crawler', () => {
    expect(accessOf(robots).verdicts.map(({ token }) => token)).toEqual(crawlerTokens)
    expect(crawlerTokens.slice(0, 2)).toEqual(['Googlebot', 'Googlebot-Image'])
  })

  it('name the deciding line and the group', () => {
    expect(accessFor(robots, 'GPTBot')).toEqual({
      token: 'GPTBot',
      allowed: false,
      rule: { line: 3, text: 'Disallow: /' },
      group: 'gptbot',
    })
    expect(accessFor(robots, 'CCBot')).toMatchObject({ allowed: false, group: 'ccbot' })
    expect(accessFor(robots, 'ClaudeBot')).toEqual({
      token: 'ClaudeBot',
      allowed: false,
      rule: { line: 6, text: 'Disallow: /garden/' },
      group: '*',
    })
  })

  it('allow everything without a file, and are unknown if the file is', () => {
    for (const access of accessOf(undefined).verdicts)
      expect(access).toMatchObject({ allowed: true, rule: null, group: null })
    expect(accessOf({ outcome: 'unavailable', status: 503 }).verdicts).toEqual([])
    expect(accessOf({ outcome: 'absent', status: 429 }).verdicts).toEqual([])
    expect(accessOf({ outcome: 'unreachable', status: null }).verdicts).toEqual([])
  })

  it('follow Googlebot’s group for Applebot and Googlebot-Image if they have none', () => {
    const blocked = 'User-agent: Googlebot\nDisallow: /'
    for (const token of ['Applebot', 'Googlebot-Image'])
      expect(accessFor(blocked, token)).toMatchObject({ allowed: false, group: 'googlebot' })
    for (const token of ['Applebot-Extended', 'Google-Extended', 'bingbot'])
      expect(accessFor(blocked, token)).toMatchObject({ allowed: true, group: null })
    expect(accessFor(`${blocked}\n\nUser-agent: Applebot\nAllow: /`, 'Applebot')).toMatchObject({ allowed: true })
  })

  it('of a hostile file share one limit with those on the canonical URL and the favicon', () => {
    const robots = `User-agent: *\n${`Disallow: *${'a'.repeat(50)}b\n`.repeat(30_000)}`
    const html = '<link rel="canonical" href="https://example.com/b"><link rel="icon" href="/icon.png">'
    const { facts } = collectFacts(fetchedPageOf({ html, robots, finalUrl: `https://example.com/${'a'.repeat(2000)}` }))
    const unknown = [facts.robots.googlebot, facts.robots.anyone, facts.canonicalAccess?.googlebot]
    unknown.push(facts.iconAccess?.googlebotImage, facts.iconAccess?.homePage)
    expect(unknown).toEqual(unknown.map(() => ({ allowed: null, rule: null })))
    expect(new Set(facts.crawlerAccess.verdicts.map(({ allowed }) => allowed))).toEqual(new Set([null]))
    const { facts: short } = collectFacts(fetchedPageOf({ html, robots, finalUrl: 'https://example.com/a' }))
    expect(short.canonicalAccess?.googlebot.allowed).toBe(true)
  })

  it('are unknown if a hostile file takes too long to match', () => {
    const rules = Array.from({ length: 30_000 }, (_, index) => `Disallow: /*${'a*'.repeat(3)}${index}`).join('\n')
    const finalUrl = `https://example.com/${'a'.repeat(2000)}`
    const groups = crawlerTokens.map((token) => `User-agent: ${token}`).join('\n')
    const { verdicts } = accessOf(`${groups}\n${rules}`, { finalUrl })
    expect(verdicts.some(({ allowed }) => allowed === null)).toBe(true)
  })
})

describe('the kept groups', () => {
  it('have their crawlers and rules with line numbers', () => {
    expect(accessOf('# a\nUser-agent: GPTBot\nDisallow: /a # b\nAllow: /\nUser-agent: *\nDisallow:').groups).toEqual({
      items: [
        {
          line: 2,
          agents: ['gptbot'],
          rules: [
            { line: 3, text: 'Disallow: /a' },
            { line: 4, text: 'Allow: /' },
          ],
        },
        { line: 5, agents: ['*'], rules: [{ line: 6, text: 'Disallow:' }] },
      ],
      total: 2,
    })
  })

  it('end with the last whole line of the first 16 KiB', () => {
    const rule = (index: number) => `Disallow: /${String(index).padStart(6, '0')}`
    const robots = `User-agent: *\n${Array.from({ length: 2000 }, (_, index) => rule(index)).join('\n')}\nUser-agent: b\nDisallow: /`
    const { items, total } = accessOf(robots).groups
    expect(total).toBe(2)
    expect(items).toHaveLength(1)
    // 14 characters for the first line, then 18 a rule: 909 whole rules end before 16,384.
    expect(items[0]?.rules).toHaveLength(909)
  })
})

describe('the usage preferences', () => {
  it('are those of robots.txt with their crawlers, and of the headers', () => {
    const robots = 'User-agent: *\nContent-Signal: search=yes, ai-train=no\nContent-Usage: /a train-ai=n\nAllow: /'
    expect(accessOf(robots, { headers: { 'content-usage': 'train-ai=n' } }).preferences).toEqual({
      items: [
        { source: 'robots', name: 'content-signal', value: 'search=yes, ai-train=no', line: 2, agents: ['*'] },
        { source: 'robots', name: 'content-usage', value: '/a train-ai=n', line: 3, agents: ['*'] },
        { source: 'header', name: 'content-usage', value: 'train-ai=n', line: null, agents: [] },
      ],
      total: 3,
    })
  })

  it('are cut, however many lines and crawlers a hostile file has', () => {
    const agents = Array.from({ length: 5000 }, (_, index) => `User-agent: a${'b'.repeat(index % 50)}`)
    const lines = Array.from({ length: 5000 }, () => 'Content-Signal: search=yes')
    const access = accessOf([...agents, ...lines].join('\n'))
    expect(JSON.stringify(access).length).toBeLessThan(100_000)
  })
})
