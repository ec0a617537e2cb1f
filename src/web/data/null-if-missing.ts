import { ApiError } from './api-error.ts'

/** The result of a call, or null if what it asks for doesn't exist. */
export async function nullIfMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'missing') return null
    throw error
  }
}
