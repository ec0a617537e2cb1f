/** The words of the field in the top bar. */
export const analyseWords = {
  label: 'Analyse a URL',
  placeholder: 'Enter a URL, such as example.com',
  submit: 'Analyse',
  cancel: 'Cancel',
  many: 'Analyse many pages',
}
