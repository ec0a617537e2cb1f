/**
 * Stands for the part of the query library that throws what is awaited or has failed to the component around: every
 * query here is read with its error and its waiting.
 */
const nothing = () => undefined

export const ensureSuspenseTimers = nothing
export const ensurePreventErrorBoundaryRetry = nothing
export const useClearResetErrorBoundary = nothing
export const useQueryErrorResetBoundary = nothing
export const fetchOptimistic = nothing
export const defaultThrowOnError = nothing
export const QueryErrorResetBoundary = nothing
export const shouldSuspend = () => false
export const getHasError = () => false
