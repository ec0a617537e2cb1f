const word =
  /^((log|sign)[-_]?(in|on)|auth|authenticate|authentication|authorize|sso|saml2?|oauth2?|cas|sessions?)(\.\w{1,5})?$/

/** Whether people sign in at a path, as far as it tells: where servers of this API send whoever shows no good key. */
export const isLoginPath = (path: string) =>
  path
    .toLowerCase()
    .split('/')
    .some((part) => word.test(part))
