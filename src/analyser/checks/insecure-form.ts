import { count, defineCheck, fail, notApplicable, pass } from '../define-check.ts'

export const insecureForm = defineCheck({
  id: 'insecure-form',
  titlePass: 'Every form sends what is typed over HTTPS',
  titleFail: 'A form sends what is typed over HTTP',
  why: 'Whatever visitors type into such a form can be read and changed on the way. Browsers warn before they send it.',
  how: 'Let action and formaction begin with https://, or write them without scheme and host on a page served over HTTPS.',
  thresholds:
    'Any form, or button with formaction, whose address resolves to http:// fails, on pages over HTTP too. Passes where upgrade-insecure-requests makes browsers send it over HTTPS; forms in noscript and those of method dialog do not count.',
  reference: { label: 'W3C: Mixed Content', url: 'https://www.w3.org/TR/mixed-content/' },
  grade: 'required',
  needs: ['forms', 'resources'],
  run({ forms: { forms, insecure }, resources: { upgrades } }) {
    if (forms === 0) return notApplicable('The page has no forms')
    if (insecure.total === 0) return pass({ value: 0 })
    const evidence = insecure.items.map(({ url, at }) => ({ at, url }))
    if (upgrades) return pass({ value: 0, title: 'Browsers are asked to send every form over HTTPS', evidence })
    return fail({
      value: insecure.total,
      title: `${count(insecure.total, 'form or button sends', 'forms or buttons send')} what is typed over HTTP`,
      evidence,
    })
  },
})
