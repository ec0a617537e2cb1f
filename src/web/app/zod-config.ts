import { config } from 'zod'

// The content security policy forbids `new Function`, and browsers report even zod's test for it, which it makes when
// the first schema is created. So the dashboard imports this file before any other.
config({ jitless: true })
