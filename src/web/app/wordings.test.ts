import { describe, expect, it } from 'vitest'
import { pendingWords } from '#web/analyse/words.ts'
import { describeError } from '#web/data/error-words.ts'
import { deviationWords } from '#web/foreign/words.ts'
import { formWords } from '#web/forms/words.ts'
import { linksWords, sharingWords } from '#web/links/words.ts'
import { listNoticeWords, selectionWords } from '#web/list/words.ts'
import { bulkPrivacyWords, privacyWords } from '#web/privacy/words.ts'
import { reportWords } from '#web/reports/report/words.ts'
import { deletingWords, reportSelectionWords, runningWords, newerWords } from '#web/reports/words.ts'
import { restoringWords } from '#web/resources/words.ts'
import { visitorWords, signInAgainWords, signInWords } from '#web/session/words.ts'
import { keysWords } from '#web/settings/words.ts'
import { viewsWords } from '#web/views/words.ts'

const { gain } = reportWords

/**
 * The wordings that readers act on: about search engines, losses, permissions and unknowns. Other tests name a text by
 * its entry in a catalogue, so these are the only copies.
 */
const wordings: Readonly<Record<string, readonly (readonly [text: string, wording: string])[]>> = {
  'the score of a page': [
    [`${reportWords.notIndexable}: ${reportWords.reason('it returns status 404')}`, 'Not indexable: returns 404'],
    [`${gain.cap(1)} ${reportWords.rise({ from: 49, to: 82 })}`, 'A blocker caps the score. Fix it: 49 → 82'],
    [gain.blockers(2), 'Fix the 2 blockers:'],
    [gain.fixes(1), 'Fix the issue:'],
    [gain.fixes(3), 'Fix the first three:'],
    [gain.done, 'There’s nothing to fix that would raise the score.'],
    [reportWords.newerRules(7), 'Ruleset 7 is now available. Run the report again to use it.'],
  ],
  'what is deleted': [
    [reportSelectionWords.remove('3'), 'Delete 3 reports'],
    [
      reportSelectionWords.againText(4),
      'We’ll fetch and analyse each page again, 4 at a time. Existing reports are kept.',
    ],
    [deletingWords.confirmTitle(3), 'Delete 3 reports?'],
    [deletingWords.done(1), 'Report deleted'],
    [deletingWords.failed(1, 1), 'Couldn’t delete the report'],
    [deletingWords.failed(2, 1204), '2 of 1,204 reports couldn’t be deleted'],
    [restoringWords.lost(1, 1), 'This can no longer be restored.'],
    [restoringWords.lost(1, 3), '1 of 3 reports can no longer be restored.'],
    [selectionWords.dropped(2), '2 rows deselected because the filters changed'],
    [runningWords.failed(1, 3), '1 of 3 reports couldn’t be re-run'],
  ],
  'who can see a website': [
    [privacyWords.choice[0], 'Anyone with the link can view it. Only people with access can make changes.'],
    [privacyWords.choice[1], 'Only your team can view it, and people with a share link.'],
    [
      privacyWords.choice[2],
      'Anyone with the link and the password can view it. Only people with access can make changes.',
    ],
    [privacyWords.consequence.opens(1), 'After you save, anyone with the link can view its 1 report.'],
    [privacyWords.consequence.closes(1204), 'After you save, only people with access can view its 1,204 reports.'],
    [
      privacyWords.consequence['opens-listed'](2),
      'After you save, anyone with the link can view its 2 reports, and search engines can list them.',
    ],
    [privacyWords.shareLinks(1, '25 Dec'), '1 active share link, until 25 Dec'],
    [privacyWords.shareLinks(2, null), '2 active share links'],
    [formWords.changedByOthers, 'Someone else changed this while you were editing.'],
    [bulkPrivacyWords.consequence[0](2, 13), 'Anyone with the link will be able to view 13 reports of 2 websites.'],
    [bulkPrivacyWords.failed(1, 3), 'Couldn’t change privacy for 1 of 3 websites'],
  ],
  'who can open a link': [
    [sharingWords.access.public(), 'This website is public. Anyone with the link can view it.'],
    [
      sharingWords.access.private('shop.example'),
      'shop.example is private. Only people with access can open this link.',
    ],
    [sharingWords.access.view, 'Only people with access can open this list.'],
    [
      sharingWords.linkText.report,
      'Anyone with the link can view this report, even if the website is private. You can see visits and revoke it at any time.',
    ],
    [sharingWords.shownOnce, 'Copy it now. You won’t be able to see it again.'],
    [sharingWords.separatePassword, 'Send the password separately from the link.'],
    [
      linksWords.revokeText,
      'The link stops working straight away. You can’t undo this, but you can create a new link.',
    ],
    [visitorWords.nothing.title, 'You can’t view this page'],
    [visitorWords.readOnly, 'Read-only · Shared with you'],
    [visitorWords.ended, 'This link no longer works'],
  ],
  'what a key can do': [
    [keysWords.form.roleHint.read, 'Can view all reports and websites. Can’t change anything.'],
    [keysWords.form.roleHint.full, 'Can analyse pages, delete reports, change privacy and manage keys.'],
    [keysWords.shown.text, 'You won’t see it again. Treat it like a password: anyone who has it can use it.'],
    [keysWords.dialog.text, 'Anyone using this key loses access straight away. You can’t undo this.'],
    [keysWords.dialog.own, 'This is the key you’re signed in with. You’ll be signed out.'],
    [signInAgainWords.title, 'You’ve been signed out'],
    [signInAgainWords.textForKey, 'Enter your key, or ask for a new sign-in link.'],
    [signInWords.remember, 'Remember this key in this browser'],
  ],
  'what is unknown': [
    [formWords.unconfirmed, 'We don’t know whether your changes were saved.'],
    [pendingWords.why('network'), 'We lost the connection before the server replied about this URL.'],
    [pendingWords.why('unreadable'), 'We couldn’t read the server’s response about this URL.'],
    [pendingWords.why(null), 'We don’t know whether this URL was analysed.'],
    [pendingWords.unknown, 'A report may have been saved.'],
    [newerWords.since('3', 3), '3 new since this link was copied.'],
  ],
  'what a list leaves out': [
    [listNoticeWords.repeated('sort'), '“sort” appears more than once. We used the last one.'],
    [deviationWords.unreadable(1), '1 row couldn’t be read'],
    [deviationWords.twice(1), '1 duplicate row is hidden.'],
    [deviationWords.otherPage(3, 1), 'You asked for page 3. The server sent page 1.'],
    [deviationWords.otherSize(10, 25), 'You asked for 25 rows per page. The server sent 10.'],
    [deviationWords.unrated('Bad'), 'Some of these reports aren’t rated Bad. The server ignored the rating filter.'],
    [
      deviationWords.unordered('newest first'),
      'The server ignored the sort order (newest first). Rows are shown in the order it sent them.',
    ],
    [viewsWords.importText(1, 1), '1 view will be added to the end of the list. 1 is already saved.'],
    [viewsWords.importRefused('mine.json'), 'Nothing was imported from mine.json'],
  ],
  'why something failed': (
    [
      ['network', 'Can’t reach the server', 'Check your connection and that the server is running, then try again.'],
      ['timeout', 'The server isn’t responding', 'Try again. If it keeps happening, contact your administrator.'],
      ['offline', 'You’re offline, so nothing was sent', 'Try again when you’re connected.'],
      ['missing', 'Not found', 'It may have been deleted, or the URL may be wrong.'],
    ] as const
  ).flatMap(([kind, title, text]) => {
    const words = describeError({ kind, message: '', status: null })
    return [
      [words.title, title],
      [words.text, text],
    ] as const
  }),
}

describe.each(Object.entries(wordings))('%s', (_, entries) => {
  it.each(entries)('%s', (text, wording) => {
    expect(text).toBe(wording)
  })
})
