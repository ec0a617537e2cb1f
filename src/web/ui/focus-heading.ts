/** Where the focus goes when what had it is gone: the page's heading, which names the view. */
export const focusHeading = () => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
