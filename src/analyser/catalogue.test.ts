import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CheckInfo, categories } from '#contract/analysis.ts'
import { catalogue, checkCatalogue, ruleset } from './catalogue.ts'

const files = readdirSync(new URL('./checks/', import.meta.url))
const named = (ending: RegExp) => files.filter((file) => ending.test(file)).map((file) => file.replace(ending, '')).toSorted()
const ids = catalogue.map(({ check }) => check.id)
const sentences = (text: string) => text.split(/[.?](?:\s|$)/).filter((part) => part.trim() !== '').length

describe('the catalogue', () => {
  it('holds every check file once, and every check has a test', () => {
    const checks = named(/(?<!\.test)\.ts$/)
    expect(ids.toSorted()).toEqual(checks)
    expect(named(/\.test\.ts$/)).toEqual(checks)
  })

  it.each(catalogue)('$check.id lives in a file of its name', async ({ check }) => {
    const module: Record<string, unknown> = await import(`./checks/${check.id}.ts`)
    expect(Object.values(module)).toContain(check)
  })

  it('lists categories together, in the order of reports', () => {
    const order = catalogue.map(({ category }) => categories.indexOf(category))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  it('has these gates, of high importance and scored', () => {
    const gates = catalogue.filter(({ gate }) => gate)
    expect(gates.map(({ check }) => check.id)).toEqual(['http-status', 'noindex', 'robots-blocked'])
    for (const gate of gates) expect(gate).toMatchObject({ importance: 'high', scored: true })
  })

  it('has a whole number for its rules', () => {
    expect(Number.isInteger(ruleset)).toBe(true)
  })
})

describe.each(checkCatalogue())('the description of $id', (described) => {
  it('is what the contract says', () => {
    expect(CheckInfo.parse(described)).toEqual(described)
  })

  it('has two different titles without a full stop', () => {
    expect(described.title_pass).not.toBe(described.title_fail)
    for (const title of [described.title_pass, described.title_fail]) expect(title).toMatch(/^[A-Za-z].{10,}[^.!]$/)
  })

  it('says why in two sentences and how in three, calmly', () => {
    expect(sentences(described.why)).toBeLessThanOrEqual(2)
    expect(sentences(described.how)).toBeLessThanOrEqual(3)
    for (const text of [described.why, described.how, described.thresholds]) {
      expect(text.length).toBeGreaterThan(30)
      expect(text).toMatch(/\.$/)
      expect(text.replace('<!doctype html>', '')).not.toContain('!')
    }
  })

  it('refers to a page over https, if to any', () => {
    if (described.reference) expect(described.reference.url).toMatch(/^https:\/\/\S+$/)
  })
})
