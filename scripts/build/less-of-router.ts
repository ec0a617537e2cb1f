import type { Cuts } from './less-of.ts'

/**
 * What of the router nobody here uses: forms and fetchers (a write is a call of our own), view transitions, pages prepared by a
 * server, routes that are only found on the way, lazy parts of a route instead of the whole, and what it says to developers.
 * Links, loaders, middleware, lazy routes, blockers, scroll positions and error boundaries are as they were.
 */
export const lessOfRouter: Cuts = {
  file: '/react-router/dist/production/chunk-7RTFRKQW.mjs',
  known: {
    // How `createBrowserRouter(routes)` starts it, without options.
    'init.patchRoutesOnNavigation': 'void 0',
    'init.instrumentations': 'void 0',
    'init.hydrationData': 'void 0',
    'init.dataStrategy': 'void 0',
    'init.getContext': 'void 0',
    'init.window': 'void 0',
    // Nothing is submitted, so no navigation carries anything.
    'opts.pendingError': 'void 0',
    'opts.submission': 'void 0',
    'opts.fetcherSubmission': 'void 0',
    isViewTransitionAvailable: '!1',
    pendingViewTransitionEnabled: '!1',
    shouldPrefetch: '!1',
  },
  bodies: {
    // Fetchers: there are none, so their map stays empty and nothing is aborted, revalidated or marked as done.
    fetch2: '',
    'createRouter.getFetcher': '',
    'createRouter.resetFetcher': '',
    'createRouter.queueFetcherForDeletion': '',
    'createRouter.deleteFetcher': '',
    getUpdatedRevalidatingFetchers: '',
    markFetchRedirectsDone: 'return false',
    abortStaleFetchLoads: 'return false',
    interruptActiveLoads: 'isRevalidationRequired = true',
    callLoadersAndMaybeResolveData:
      'return { loaderResults: await callDataStrategy(request, location, matches, scopedContext, null), fetcherResults: {} }',
    // Forms and actions.
    normalizeNavigateOptions: 'return { path }',
    getSubmissionFromNavigation: '',
    getActionDataForCommit: 'return {}',
    getUpdatedActionData: '',
    // Routes are all known from the start, and lazy ones load as a whole.
    checkFogOfWar: 'return { active: false, matches: null }',
    discoverRoutes: '',
    'createRouter.patchRoutes': '',
    patchRoutesImpl: '',
    'createRouter._internalSetRoutes': '',
    loadLazyRouteProperty: '',
    // View transitions.
    restoreAppliedTransitions: '',
    persistAppliedTransitions: '',
    useViewTransitionState: 'return false',
    // Pages prepared by a server, and its way to fetch ahead.
    parseHydrationData: '',
    useIsRSCRouterContext: 'return false',
    usePrefetchBehavior: 'return [false, null, {}]',
    ScrollRestoration: 'useScrollRestoration({ getKey, storageKey }); return null',
    HistoryRouter: '',
    // Every component stands in a route.
    useNavigate: 'return useNavigateStable()',
    warning: '',
    warnOnce: '',
    warningOnce: '',
  },
  variables: {
    Form: '{}',
    // Every outermost route has a boundary of its own.
    defaultErrorElement: 'null',
    // Only for transitions that are asked for by an option.
    useOptimisticImpl: 'void 0',
  },
  without: [
    'state.fetchers.forEach((fetcher, key)',
    'fetchersQueuedForDeletion.forEach((key)',
    'unmountedFetchers.forEach(',
    'mountedFetchers.forEach(',
    'fetchLoadMatches.forEach((f, key)',
    'revalidatingFetchers.filter((f) => !f.matches',
    'if (this.context && typeof error',
    'if (this.context) {',
    'React3.useEffect(() => { if (vtContext.isTransitioning &&',
    'React3.useEffect(() => { if (renderDfd && pendingState && router.window)',
    'React3.useEffect(() => { if (renderDfd && pendingState && state.location',
    'React3.useEffect(() => { if (!vtContext.isTransitioning',
    'if (pendingAction === "POP" /* Pop */ && !isUninterruptedRevalidation && location !== state.location)',
    'if (isBrowser3) { restoreAppliedTransitions',
  ],
}
