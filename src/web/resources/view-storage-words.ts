/** Why a view can't be saved in this browser. */
export const viewStorageWords = {
  notSaved: 'Couldn’t save in this browser. Its storage is full or turned off.',
  full: (most: number) => ({ title: `You’ve reached the limit of ${most} views`, text: 'Delete one first.' }),
}
