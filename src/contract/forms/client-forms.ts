import * as z from 'zod'
import { maxClientContact, maxClientName, maxClientNotes } from '../access/clients.ts'
import { maxBrandName } from '../sharing/client-document.ts'
import { BrandForm } from './brand-form.ts'
import {
  flagField,
  idField,
  labelChange,
  labelField,
  labelMessage,
  labelOf,
  nameField,
  nameMessage,
  optional,
  textChange,
  textField,
  textMessage,
  withMessages,
} from './form.ts'

const words = {
  name: {
    label: 'Name',
    otherwise: nameMessage(maxClientName),
    taken: 'Another client has this name. Choose a different one.',
  },
  contact: { label: 'Contact', hint: 'A person, email or phone number.', otherwise: labelMessage(maxClientContact) },
  notes: { label: 'Notes', hint: 'For your team.', otherwise: textMessage(maxClientNotes) },
  archived: 'Send 1 or 0.',
  clicks: {
    label: 'Show clicks and impressions from Google to guests',
    hint: 'The client’s contacts see them in lists of pages and in reports.',
    otherwise: 'Send 1 or 0.',
  },
}

export const NewClientForm = withMessages(
  z.object({
    name: nameField(maxClientName),
    contact: labelField(maxClientContact),
    notes: textField(maxClientNotes),
    archived: optional(flagField),
    clicks: optional(flagField),
  }),
  words,
)

/** Changes a client. Absent fields stay. */
export const ClientForm = withMessages(
  z.object({
    name: optional(nameField(maxClientName)),
    contact: labelChange(maxClientContact),
    notes: textChange(maxClientNotes),
    archived: optional(flagField),
    clicks: optional(flagField),
  }),
  words,
)

/** Two spellings of one name are one client. */
export const foldedName = (name: string) => name.normalize('NFKC').toLowerCase()

/** The brand of a client. An empty field is that of the team. */
export const ClientBrandForm = withMessages(BrandForm.pick({ name: true, color: true }), {
  name: {
    label: labelOf(BrandForm, 'name'),
    hint: 'Leave blank for your team’s.',
    otherwise: labelMessage(maxBrandName),
  },
  color: {
    label: labelOf(BrandForm, 'color'),
    hint: 'Such as #1a73e8. Leave blank for your team’s.',
    otherwise: 'Enter a colour such as #1a73e8.',
  },
})

/** Gives a website to a client, or to none. */
export const WebsiteClientForm = withMessages(z.object({ client_id: optional(idField) }), {
  client_id: {
    label: 'Client',
    otherwise: 'Choose a client, or none.',
    not_found: 'This client no longer exists.',
    not_allowed: 'This client is archived. Choose a different one.',
  },
})
