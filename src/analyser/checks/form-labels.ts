import { count, defineCheck, grouped, notApplicable, pass, warn, shareOf } from '../define-check.ts'

export const texts = {
  only: 'The only form field has a label',
  all: (fields: string) => `All ${fields} form fields have a label`,
  placeholder: 'A placeholder isn’t a label.',
  unlabelled: (unlabelled: number, fields: number) =>
    `${grouped(unlabelled)} of ${count(fields, 'form field')} ${unlabelled === 1 ? 'has' : 'have'} no label`,
}

export const formLabels = defineCheck({
  id: 'form-labels',
  name: 'Form labels',
  aliases: ['input labels', 'accessibility', 'aria-label'],
  titlePass: 'Every form field has a label',
  titleFail: 'Some form fields have no label',
  why: 'Without a label, people who use a screen reader don’t know what to type. Labels also make small fields easier to click.',
  how: 'Wrap the field in a label, or connect them with for and id: <label for="email">Email</label>. If there’s no visible text, add an aria-label.',
  action: 'Label every form field',
  effort: 'hours',
  thresholds:
    'Pass: every field has a label, aria-label, aria-labelledby, title or (for images) alt. Warning: a field has none. Unlike in Lighthouse, a placeholder isn’t a label: it disappears as you type. Hidden fields and plain buttons are ignored. Based on W3C WAI.',
  reference: { label: 'W3C WAI: Labeling Controls', url: 'https://www.w3.org/WAI/tutorials/forms/labels/' },
  grade: 'required',
  deduction: 'The share of fields without a label, at least 25%.',
  needs: ['forms'],
  run({ forms: { fields, unlabelled } }) {
    if (fields === 0) return notApplicable('The page has no form fields that need a label')
    if (unlabelled.total === 0)
      return pass({
        value: 0,
        title: fields === 1 ? texts.only : texts.all(grouped(fields)),
      })
    const evidence = unlabelled.items.map(({ at, placeholder }) =>
      placeholder ? { at, note: texts.placeholder } : { at },
    )
    return warn({
      extent: shareOf(unlabelled.total, fields, 0.25),
      value: unlabelled.total,
      evidenceTotal: unlabelled.total,
      title: texts.unlabelled(unlabelled.total, fields),
      evidence,
    })
  },
})
