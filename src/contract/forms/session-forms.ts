import * as z from 'zod/mini'

const secret = z.string({ error: 'required' }).check(z.minLength(1, { error: 'required' }))

/** A one-time sign-in token, exchanged for a key. */
export const SignInForm = z.object({ token: secret })

/** The password of a website or a share link. */
export const UnlockForm = z.object({ password: secret })
