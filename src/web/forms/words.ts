import { counted } from '#contract/format/numbers.ts'
import { maxPasswordLength } from '#contract/websites/website.ts'

/** The words about saving, for all forms. */
export const formWords = {
  save: 'Save',
  saving: 'Saving…',
  failed: 'Couldn’t save your changes.',
  unconfirmed: 'We don’t know whether your changes were saved.',

  changedByOthers: 'Someone else changed this while you were editing.',
  reload: 'Use their version',
  overwrite: 'Overwrite with mine',

  guard: {
    title: 'Leave without saving?',
    text: 'Your changes won’t be saved.',
    leave: 'Leave without saving',
    stay: 'Keep editing',
  },
}

/** A field for a new password. */
export const newPasswordWords = {
  password: 'Password',
  newPassword: 'New password',
  set: 'A password is already set and can’t be shown. Leave this blank to keep it.',
  maybeSet: 'This server doesn’t report whether a password is set. Leave this blank to keep any existing one.',
  hint: `Up to ${maxPasswordLength} characters. You won’t be able to see it again, so copy it now if you need to share it.`,
  show: 'Show password',
  hide: 'Hide password',
  generate: 'Generate',
  generated: 'New password generated',
  copy: 'Copy password',
  copied: 'Password copied',
  strength: {
    weak: (length: number) =>
      `Weak: ${counted(length, 'character')}, easy to guess. Use 12 or more varied characters, or generate a password.`,
    fair: (length: number) => `Fair: ${length} characters. 12 or more varied characters are safer.`,
    long: (length: number) => `Good length: ${length} characters. Avoid words people could guess.`,
    generated: 'Strong: 20 random characters.',
  },
}
