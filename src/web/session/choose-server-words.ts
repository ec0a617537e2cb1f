/** The response headers that a server needs to send. Not for translation. */
export const corsHeaders = (origin: string) =>
  [
    `Access-Control-Allow-Origin: ${origin}`,
    'Access-Control-Allow-Methods: GET, POST, PUT, DELETE',
    'Access-Control-Allow-Headers: Authorization, Content-Type, If-Match',
    'Access-Control-Expose-Headers: Date, ETag, Retry-After',
  ].join('\n')

/** The form that signs in to a server of choice, in a static build. */
export const serverWords = {
  title: 'Sign in',
  addTitle: 'Sign in to another server',
  lead: 'Name the server that keeps your reports, and an API key of it.',
  address: 'Server address',
  addressHint: 'Such as seo.example.com. What stands before /api/v1 belongs to it.',
  keyHint: 'It is kept in this browser only, and goes to this server only.',
  keyEmpty: 'Enter a key of this server.',
  fromLink: (name: string) =>
    `This link is for the server ${name}. Enter a key of that server to open it. Keys of other servers do not go there.`,
  rejectedLink: (given: string, reason: string) =>
    `The link that brought you here names a server that is not used: ${given}. ${reason}`,
  invalidLink: {
    empty: 'It names none. Choose yours below.',
    unreadable: 'It is no address.',
    scheme: 'A server’s address begins with https://.',
    credentials: 'It carries a name or password, which nothing is to be sent with.',
    insecure: 'It is plain http, which the browser does not let this page use.',
    private: 'It is in a private network. If you know it, enter its address yourself.',
  },
  known: 'Your servers',
  use: (name: string) => `Use ${name}`,
  back: 'Back to the settings',
  notStored:
    'This browser keeps nothing for this page, so that no server can be chosen. Allow it to keep data for this site, then try again.',

  invalidAddress: {
    empty: 'Enter the address of the server.',
    unreadable: 'This is no address. It looks like https://seo.example.com or seo.example.com/tools.',
    scheme: 'A server’s address begins with https://, or with http:// on this machine.',
    credentials: 'Leave the name and password out of the address. Only the API key is sent.',
    insecure:
      'This page came by https, and the browser lets it ask servers by https alone. Write https:// if the server has it; http:// works for this machine only.',
    private: 'It is in a private network.',
  },

  fault: {
    unreachable: (name: string) =>
      `Nothing answers at ${name}. Check the spelling, that the server is running, that it has a valid certificate, and that you are in its network.`,
    silent: (name: string) => `${name} took the request and did not answer in time. Try again, or check the address.`,
    cors: (name: string) =>
      `${name} answers, but does not let pages of other addresses read what it says. Either it is no server of this API, or it sends on to another address (enter that one), or it has to allow this page first.`,
    preflight: (name: string) =>
      `${name} can be read from here, but does not let pages of other addresses send a key. It has to allow that first.`,
    missing: (name: string) =>
      `${name} answers, but knows nothing of this API: there is nothing under /api/v1. Check the part behind the host.`,
    'web-page': (name: string) =>
      `${name} answers with a web page and not as this API. Check the address, above all the part behind the host.`,
    'other-answer': (name: string) => `${name} answers, but not as a server of this API does. Check the address.`,
  },
  here: {
    unreachable:
      'The server of this page does not answer. Check that it is running and that you are connected, then try again.',
    silent: 'The server of this page took the request and did not answer in time. Try again.',
    other:
      'This page’s own address answers, but not as a server of this API does. The key may be right: whoever runs the server has to look into it.',
  },
  key: {
    refused: 'The server answers and does not accept this key. Check that it is whole and not revoked.',
    forbidden: 'The server answers and does not let this key read. Use a key that may.',
    'no-key': 'This is no key: it holds spaces, line breaks or other signs that no key has. Copy it again.',
  },
  offline: 'There is no network. Nothing could be tried: connect, then try again.',
  copied: 'Copied',

  help: {
    summary: 'What the server’s owner can do',
    headers:
      'Send these with every answer under /api/v1, errors and answers to OPTIONS included, and answer OPTIONS without a key:',
    gateway: 'Or run this dashboard beside the server and let it pass everything on, which needs no such headers:',
    copy: 'Copy',
  },
  private: 'The browser may ask whether this page may reach your own network: allow it.',
}
