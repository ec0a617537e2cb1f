import { createContext } from 'react'
import type { Website } from '#contract/website.ts'

export type WebsiteRowActions = { remove: (website: Website) => void; prefetch: (website: Website) => void }

/** What the cells of the websites list can do; their columns stand outside of any component. */
export const WebsiteRowActionsContext = createContext<WebsiteRowActions>({ remove: () => {}, prefetch: () => {} })
