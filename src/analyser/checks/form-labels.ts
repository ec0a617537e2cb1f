import { count, defineCheck, notApplicable, pass, warn, shareOf } from '../define-check.ts'

export const formLabels = defineCheck({
  id: 'form-labels',
  name: 'Form labels',
  aliases: ['input labels', 'accessibility', 'aria-label'],
  titlePass: 'Every form field has a label',
  titleFail: 'Some form fields have no label',
  why: 'Screen readers read the label of a field aloud; without one nobody who listens knows what to type. A click on a label also reaches small fields.',
  how: 'Put a label element around the field or connect it with for and id. Where no words are shown, give the field an aria-label.',
  thresholds:
    'A field without label, aria-label, aria-labelledby that leads to words, title or, for images, alt warns. A placeholder is no label, other than in Lighthouse: it is gone when typing begins. Hidden fields and plain buttons are not judged.',
  reference: { label: 'W3C WAI: Labeling Controls', url: 'https://www.w3.org/WAI/tutorials/forms/labels/' },
  grade: 'required',
  deduction: 'The share of fields without a label, at least 25%.',
  needs: ['forms'],
  run({ forms: { fields, unlabelled } }) {
    if (fields === 0) return notApplicable('The page has no form fields that need a label')
    if (unlabelled.total === 0)
      return pass({
        value: 0,
        title: fields === 1 ? 'The only form field has a label' : `All ${fields} form fields have a label`,
      })
    const evidence = unlabelled.items.map(({ at, placeholder }) =>
      placeholder ? { at, note: 'It has a placeholder, which is no label.' } : { at },
    )
    return warn({
      extent: shareOf(unlabelled.total, fields, 0.25),
      value: unlabelled.total,
      title: `${unlabelled.total} of ${count(fields, 'form field')} ${unlabelled.total === 1 ? 'has' : 'have'} no label`,
      evidence,
    })
  },
})
