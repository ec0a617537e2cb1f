export const openFrameWords = {
  product: 'SEO Reports',
  signIn: 'Sign in',
}
