import { documentOf } from '#service/http/openapi.ts'
import { fastifyPath } from '#service/http/route.ts'
import { alertRoutes } from '#service/http/routes/alerts.ts'
import { auditRoutes } from '#service/http/routes/audit.ts'
import { brandRoutes } from '#service/http/routes/brand.ts'
import { clientRoutes } from '#service/http/routes/clients.ts'
import { documentRoutes } from '#service/http/routes/documents.ts'
import { exportRoutes } from '#service/http/routes/exports.ts'
import { fieldDataRoutes } from '#service/http/routes/field-data.ts'
import { findingRoutes } from '#service/http/routes/findings.ts'
import { gonePageRoutes } from '#service/http/routes/gone-pages.ts'
import { googleConnectionRoutes } from '#service/http/routes/google-connection.ts'
import { jobRoutes } from '#service/http/routes/jobs.ts'
import { keyDirectoryRoutes } from '#service/http/routes/key-directory.ts'
import { keyRoutes } from '#service/http/routes/keys.ts'
import { linkRoutes } from '#service/http/routes/links.ts'
import { meRoutes } from '#service/http/routes/me.ts'
import { pageListRoutes } from '#service/http/routes/page-lists.ts'
import { peopleRoutes } from '#service/http/routes/people.ts'
import { providerSignInRoutes } from '#service/http/routes/provider-sign-in.ts'
import { redirectRoutes } from '#service/http/routes/redirects.ts'
import { reportRoutes } from '#service/http/routes/reports.ts'
import { restoreRoutes } from '#service/http/routes/restore.ts'
import { retentionRoutes } from '#service/http/routes/retention.ts'
import { scheduleRoutes } from '#service/http/routes/schedules.ts'
import { screenshotRoutes } from '#service/http/routes/screenshots.ts'
import { searchConnectionRoutes } from '#service/http/routes/search-connection.ts'
import { searchDataRoutes } from '#service/http/routes/search-data.ts'
import { healthRoutes, metricsRoutes, serviceRoutes } from '#service/http/routes/service.ts'
import { signInProviderRoutes } from '#service/http/routes/sign-in-providers.ts'
import { signInRoutes } from '#service/http/routes/sign-in.ts'
import { viewRoutes } from '#service/http/routes/views.ts'
import { waiverRoutes } from '#service/http/routes/waivers.ts'
import { websiteComparisonRoutes } from '#service/http/routes/website-comparison.ts'
import { crawlRoutes } from '#service/http/routes/website-crawls.ts'
import { hostRoutes } from '#service/http/routes/website-hosts.ts'
import { identityRoutes } from '#service/http/routes/website-identity.ts'
import { websitePageRoutes } from '#service/http/routes/website-pages.ts'
import { websiteStructureRoutes } from '#service/http/routes/website-structure.ts'
import { websiteRoutes } from '#service/http/routes/websites.ts'
import { previewRoutes } from '#service/previews/routes.ts'
import { visitorScreenshotRoutes } from '#service/visitors/screenshots.ts'
import { shareLinkRoutes } from '#service/visitors/share-links.ts'
import { visitorWebsiteRoutes } from '#service/visitors/websites.ts'

/** Every route of the service, without the dashboard's files and pages. The document lists them in this order. */
export const routes = [
  ...reportRoutes,
  ...screenshotRoutes,
  ...websiteRoutes,
  ...restoreRoutes,
  ...serviceRoutes,
  ...keyRoutes,
  ...signInRoutes,
  ...signInProviderRoutes,
  ...providerSignInRoutes,
  ...meRoutes,
  ...peopleRoutes,
  ...auditRoutes,
  ...viewRoutes,
  ...linkRoutes,
  ...jobRoutes,
  ...redirectRoutes,
  ...scheduleRoutes,
  ...alertRoutes,
  ...waiverRoutes,
  ...findingRoutes,
  ...websitePageRoutes,
  ...pageListRoutes,
  ...searchDataRoutes,
  ...gonePageRoutes,
  ...websiteStructureRoutes,
  ...crawlRoutes,
  ...websiteComparisonRoutes,
  ...retentionRoutes,
  ...hostRoutes,
  ...identityRoutes,
  ...googleConnectionRoutes,
  ...searchConnectionRoutes,
  ...fieldDataRoutes,
  ...exportRoutes,
  ...clientRoutes,
  ...brandRoutes,
  ...documentRoutes,
  ...visitorWebsiteRoutes,
  ...shareLinkRoutes,
  ...visitorScreenshotRoutes,
  ...previewRoutes,
  ...keyDirectoryRoutes,
  ...metricsRoutes,
  ...healthRoutes,
]

/** Returns the largest body in bytes of each route that takes more than others, by its path. */
export const largerBodies = () =>
  Object.fromEntries(
    routes.flatMap(({ declaration: { path, maxBodyBytes } }) =>
      maxBodyBytes === undefined ? [] : [[fastifyPath(path), maxBodyBytes]],
    ),
  )

/** Returns the OpenAPI 3.1 document of the service. */
export const openApiDocument = (version: string) => documentOf(routes, version)
