import { count, defineCheck, fail, notApplicable, pass } from '../define-check.ts'
import { isLocalhost } from '../facts/urls.ts'

export const texts = {
  http: 'The page itself uses HTTP, so no form on it is secure',
  none: 'The page has no forms',
  upgraded: 'upgrade-insecure-requests sends every form over HTTPS',
  insecure: (forms: number) => `${count(forms, 'form or button submits', 'forms or buttons submit')} over HTTP`,
}

export const insecureForm = defineCheck({
  id: 'insecure-form',
  name: 'Form security',
  aliases: ['http form', 'form action', 'secure form'],
  titlePass: 'Forms submit over HTTPS',
  titleFail: 'A form submits over HTTP',
  why: 'Anything people type into this form can be read or changed in transit. Browsers warn before sending it.',
  how: 'Use https:// in action and formaction. On an HTTPS page, you can use relative URLs.',
  action: 'Send forms securely',
  effort: 'minutes',
  thresholds:
    'Pass: every form resolves to https://, or upgrade-insecure-requests is set. Fail: a form or submit button resolves to http://. Not applicable: HTTP pages, which fail the HTTPS check, and pages without forms. Forms in noscript and method="dialog" are ignored.',
  reference: { label: 'W3C: Mixed Content', url: 'https://www.w3.org/TR/mixed-content/' },
  grade: 'required',
  needs: ['forms', 'resources', 'response'],
  run({ forms: { forms, insecure }, resources: { upgrades }, response: { finalUrl } }) {
    if (forms === 0) return notApplicable(texts.none)
    const page = new URL(finalUrl)
    if (page.protocol === 'http:' && (!isLocalhost(page) || insecure.total === 0)) return notApplicable(texts.http)
    if (insecure.total === 0) return pass({ value: 0 })
    const evidence = insecure.items.map(({ url, at }) => ({ at, url }))
    if (upgrades) return pass({ value: 0, title: texts.upgraded, evidence })
    return fail({
      value: insecure.total,
      evidenceTotal: insecure.total,
      title: texts.insecure(insecure.total),
      evidence,
    })
  },
})
