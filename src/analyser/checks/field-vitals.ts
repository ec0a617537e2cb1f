import { defineCheck, fail, googleDocs, notApplicable, pass, warn } from '../define-check.ts'
import type { FieldFacts } from '../page-facts.ts'

type Vital = { name: string; value: number; good: number; poor: number; text: string }

export const texts = {
  poor: (values: string) => `Field data for this page is poor: ${values}`,
}

export const fieldVitals = defineCheck({
  id: 'field-vitals',
  name: 'Core Web Vitals',
  aliases: ['LCP', 'INP', 'CLS', 'CrUX', 'field data', 'page experience'],
  titlePass: 'Core Web Vitals are good',
  titleFail: 'Core Web Vitals need improvement',
  why: 'Core Web Vitals are measured in real visitors’ browsers, and Google uses them as a ranking signal.',
  how: 'Start with the worst metric. For LCP, check the first large image and the server. For INP, check scripts; for CLS, images and ads without dimensions.',
  action: 'Improve the speed that real visitors experience',
  effort: 'days',
  thresholds:
    'Pass: LCP up to 2.5 s, INP up to 200 ms and CLS up to 0.1. Warning: in between. Fail: LCP over 4 s, INP over 500 ms or CLS over 0.25. The worst metric decides. Uses 75th-percentile Chrome UX Report data for the page on phones. Based on web.dev.',
  reference: googleDocs('Core Web Vitals', 'appearance/core-web-vitals'),
  grade: 'required',
  needs: ['beyond'],
  changeable: true,
  run({ beyond: { field } }) {
    const vitals = field ? vitalsOf(field) : []
    if (!field || vitals.length === 0) return notApplicable('There’s no field data for this page')
    const evidence = vitals.map(({ name, text }) => ({ note: `${name} ${text}` }))
    const beyond = (limit: 'good' | 'poor') => vitals.filter((vital) => vital.value > vital[limit])
    const named = (list: Vital[]) => list.map(({ name, text }) => `${name} ${text}`).join(', ')
    const value = named(vitals)
    const poor = beyond('poor')
    if (poor.length > 0) return fail({ value, title: texts.poor(named(poor)), evidence })
    const middling = beyond('good')
    if (middling.length > 0)
      return warn({ value, title: `Field data for this page needs improvement: ${named(middling)}`, evidence })
    return pass({ value, title: `Field data for this page is good: ${value}` })
  },
})

function vitalsOf({ lcp, inp, cls }: FieldFacts): Vital[] {
  const all = [
    { name: 'LCP', value: lcp, good: 2500, poor: 4000, text: `${((lcp ?? 0) / 1000).toFixed(1)} s` },
    { name: 'INP', value: inp, good: 200, poor: 500, text: `${Math.round(inp ?? 0)} ms` },
    { name: 'CLS', value: cls, good: 0.1, poor: 0.25, text: (cls ?? 0).toFixed(2) },
  ]
  return all.flatMap(({ value, ...vital }) => (value === null ? [] : [{ ...vital, value }]))
}
