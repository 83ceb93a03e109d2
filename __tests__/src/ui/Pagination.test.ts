import { pageNumbers } from '../../../src/ui/Pagination';

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [2, 5, [1, 2, 3, 4, 5]],
  [1, 9, [1, 2, 3, 4, 5]],
  [3, 9, [1, 2, 3, 4, 5]],
  [4, 9, [2, 3, 4, 5, 6]],
  [5, 9, [3, 4, 5, 6, 7]],
  [8, 9, [5, 6, 7, 8, 9]],
  [9, 9, [5, 6, 7, 8, 9]],
  [800, 800, [796, 797, 798, 799, 800]],
])('page %d of %d shows the numbers %p', (page, pages, numbers) => expect(pageNumbers(page, pages)).toEqual(numbers));
