import { configure } from '@testing-library/react'

// Only ends waits for what never comes: no test depends on how fast the machine is.
configure({ asyncUtilTimeout: 20_000 })
