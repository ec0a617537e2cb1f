import { directoryPath, directoryType } from '#service/fetcher/signature.ts'
import { findSigner } from '#service/identity/signing-key.ts'
import { notFound } from '../problem.ts'
import { keyed, route } from '../route.ts'

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
        'A directory for HTTP Message Signatures (RFC 9421, Web Bot Auth), which is signed itself. It exists once the identity of a website has asked for signatures.',
      tag: 'Service',
      responses: { 200: { description: 'A JSON Web Key Set.', type: directoryType } },
      errors: [...keyed, 404],
    },
    async ({ request, reply }, { db, identityKeys, publicUrl }) => {
      const signer = await findSigner(db, identityKeys, publicUrl)
      if (!signer) throw notFound()
      const { body, headers } = signer.directory(publicUrl === null ? request.host : new URL(publicUrl).host)
      for (const [name, value] of headers) reply.header(name, value)
      // As bytes, so that the media type gets no charset.
      return reply.header('Cache-Control', 'public, max-age=3600').type(directoryType).send(Buffer.from(body))
    },
  ),
]
