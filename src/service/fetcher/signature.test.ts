import { createHash, createPrivateKey, createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSigner, createSigningKey, publicKeyOf, signMessage } from './signature.ts'

/** The key `test-key-ed25519` of RFC 9421, appendix B.1.4. */
const key = createPrivateKey({
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU',
    x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
  },
  format: 'jwk',
})
const keyid = 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U'

describe('a signature', () => {
  it('is that of RFC 9421, appendix B.2.6', () => {
    const components = [
      ['"date"', 'Tue, 20 Apr 2021 02:07:55 GMT'],
      ['"@method"', 'POST'],
      ['"@path"', '/foo'],
      ['"@authority"', 'example.com'],
      ['"content-type"', 'application/json'],
      ['"content-length"', '18'],
    ] as const
    const parameters = { created: 1618884473, keyid: 'test-key-ed25519' }
    expect(signMessage(key, components, parameters, 'sig-b26')).toEqual([
      [
        'Signature-Input',
        'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
      ],
      [
        'Signature',
        'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:',
      ],
    ])
  })

  it.each([
    [
      'without a Signature-Agent',
      'sig1',
      [['"@authority"', 'example.com']] as const,
      'zIW8+cdmA3vdYagbxojpONwa/l0EKJ/O3/wD486VvsQjO/RxPaSt6ZxvQaMcQzNnqKN/mQ6hpGiFro2L2qkz5A==',
      'QKN4fTdIYfh82fvoZCQiQA1weuozfCS/Led2zTMbewMMqH8PI2Wsy/5c4ao6B6D09nraNQdBNOADg8aM1MqfCg==',
    ],
    [
      'with a Signature-Agent',
      'sig2',
      [
        ['"@authority"', 'example.com'],
        ['"signature-agent";key="agent2"', '"https://signature-agent.test"'],
      ] as const,
      'n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==',
      'RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==',
    ],
  ])('is that of the draft %s', (_title, label, components, nonce, signature) => {
    const parameters = {
      created: 1735689600,
      keyid,
      alg: 'ed25519',
      expires: 4889289600,
      nonce,
      tag: 'web-bot-auth',
    }
    expect(signMessage(key, components, parameters, label)[1]).toEqual(['Signature', `${label}=:${signature}:`])
  })

  it('of a directory is that of the draft', () => {
    const body = JSON.stringify({
      keys: [{ kty: 'OKP', crv: 'Ed25519', kid: keyid, x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs', use: 'sig' }],
    })
    const components = [
      ['"@authority";req', 'signature-agent.test'],
      ['"content-digest"', `sha-256=:${createHash('sha256').update(body).digest('base64')}:`],
    ] as const
    const parameters = {
      created: 1735689600,
      keyid,
      alg: 'ed25519',
      expires: 4889289600,
      tag: 'http-message-signatures-directory',
    }
    expect(signMessage(key, components, parameters, 'binding0')[1]).toEqual([
      'Signature',
      'binding0=:yiHq0TXrbpzbmlttAQMpYoAufitFJUWuNsakB7QQMoN0EHbo5o51bZRVR8az/ptTWCwllix9clrKXfGKwdPzBg==:',
    ])
    const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(createSigner(pem, null).directory('signature-agent.test').body).toBe(body)
  })

  it('names its key by the thumbprint of the draft', () => {
    expect(publicKeyOf(key).kid).toBe(keyid)
  })
})

describe('a signer', () => {
  const now = () => Date.UTC(2026, 10, 27)
  const seconds = now() / 1_000

  it('signs authority and agent for five minutes', () => {
    const headers = new Map(
      createSigner(createSigningKey(), 'https://reports.example', now).sign(new URL('https://SHOP.example:443/a?b')),
    )
    expect(headers.get('Signature-Input')).toMatch(
      new RegExp(
        `^sig1=\\("@authority" "signature-agent";key="sig1"\\);created=${seconds};expires=${seconds + 300};keyid="[\\w-]{43}";nonce="[\\w+/]{43}=";tag="web-bot-auth"$`,
      ),
    )
    expect(headers.get('Signature-Agent')).toBe('sig1="https://reports.example"')
  })

  it('without a public origin names no agent', () => {
    const headers = new Map(createSigner(createSigningKey(), null, now).sign(new URL('https://shop.example/')))
    expect(headers.get('Signature-Input')).toMatch(/^sig1=\("@authority"\);created=/)
    expect(headers.has('Signature-Agent')).toBe(false)
  })

  it('signs its directory for the authority that it is read from', () => {
    const { body, headers } = createSigner(createSigningKey(), null, now).directory('Reports.Example:8443')
    const named = new Map(headers)
    const input = named.get('Signature-Input')?.replace('sig1=', '') ?? ''
    expect(input).toMatch(/^\("@authority";req "content-digest"\);.*;tag="http-message-signatures-directory"$/)
    const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
    expect(named.get('Content-Digest')).toBe(digest)
    const base = `"@authority";req: reports.example:8443\n"content-digest": ${digest}\n"@signature-params": ${input}`
    const { keys } = JSON.parse(body) as { keys: object[] }
    const publicKey = createPublicKey({ key: { ...keys[0] }, format: 'jwk' })
    const signature = Buffer.from(named.get('Signature')?.slice('sig1=:'.length, -1) ?? '', 'base64')
    expect(verify(null, Buffer.from(base), publicKey, signature)).toBe(true)
    expect(keys[0]).not.toHaveProperty('d')
  })
})
