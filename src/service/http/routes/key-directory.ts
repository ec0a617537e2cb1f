import { PageRefused } from '#service/fetcher/failures.ts'
import { directoryPath, directoryType } from '#service/fetcher/signature.ts'
import type { IdentityKeys } from '#service/identity/encryption.ts'
import { findSigner, signingOrigin } from '#service/identity/signing-key.ts'
import type { Store } from '#service/store/database.ts'
import { notFound } from '../problem.ts'
import { keyed, routeUsing } from '../route.ts'

type Deps = { db: Store['db']; publicUrl: string | null; identityKeys: IdentityKeys }

const route = routeUsing<Deps>()

/** The public keys of Web Bot Auth, for servers that check who sent a signed request. */
export const keyDirectoryRoutes = [
  route(
    {
      method: 'GET',
      path: directoryPath,
      access: 'anyone',
      id: 'showKeyDirectory',
      summary: 'Get the public keys that sign our requests',
      description:
        'A directory for HTTP Message Signatures (RFC 9421, Web Bot Auth), which is signed itself. It exists if the service has a public https URL, once the identity of a website has asked for signatures.',
      tag: 'Service',
      responses: { 200: { description: 'A JSON Web Key Set.', type: directoryType } },
      errors: [...keyed, 404],
    },
    async ({ reply }, { db, identityKeys, publicUrl }) => {
      const origin = signingOrigin(publicUrl)
      if (origin === null) throw notFound()
      const signer = await findSigner(db, identityKeys, origin).catch((error: unknown) => {
        if (error instanceof PageRefused) throw notFound()
        throw error
      })
      if (!signer) throw notFound()
      const { body, headers } = signer.directory(new URL(origin).host)
      for (const [name, value] of headers) reply.header(name, value)
      // As bytes, so that the media type gets no charset.
      return reply.header('Cache-Control', 'public, max-age=3600').type(directoryType).send(Buffer.from(body))
    },
  ),
]
