import { faultsOfComments } from './style/comments.ts'
import { faultsOfCopiedWords } from './style/copied-words.ts'
import { faultsOfFileReferences } from './style/file-references.ts'
import { faultsOfModules } from './style/modules-table.ts'
import { faultsOfWords } from './style/words.ts'

// Refuses texts and comments that don't follow the language guide, texts that tests copy, and names of what is gone.

const faults = [
  ...faultsOfComments(),
  ...faultsOfFileReferences(),
  ...faultsOfModules(),
  ...faultsOfCopiedWords(),
  ...faultsOfWords(),
]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
