import { documentOf } from '#service/http/openapi.ts'
import type { Route } from '#service/http/route.ts'
import { linkRoutes } from '#service/http/routes/links.ts'
import { viewRoutes } from '#service/http/routes/views.ts'

/** Every route of the service, without the dashboard's files and pages. */
export const routes: readonly Route[] = [...viewRoutes, ...linkRoutes]

/** Returns the OpenAPI 3.1 document of the service. */
export const openApiDocument = (version: string) => documentOf(routes, version)
