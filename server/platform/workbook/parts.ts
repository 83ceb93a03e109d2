import { STYLES, xmlAttribute } from './cells';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * Lists the content types. The file begins with it, before the number of sheets is known, so every part without its
 * own entry is a sheet.
 */
export const CONTENT_TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="${TYPE}.worksheet+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>
</Types>`;

export const ROOT_RELATIONS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** Built-in formats by number (ECMA-376, part 1, 18.8.30): 1 `0`, 9 `0%`, 14 a date, 22 a date and time, 49 text. */
const FORMATS: Record<keyof typeof STYLES, string> = {
  header: 'numFmtId="49" fontId="1" fillId="2" borderId="0" applyFont="1" applyFill="1"',
  text: 'numFmtId="49" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"',
  quoted: 'numFmtId="49" fontId="0" fillId="0" borderId="0" applyNumberFormat="1" quotePrefix="1"',
  integer: 'numFmtId="1" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"',
  decimal: 'numFmtId="164" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"',
  percent: 'numFmtId="9" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"',
  day: 'numFmtId="14" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"',
  time: 'numFmtId="22" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"',
};

const styles = Object.entries(FORMATS).sort(
  ([one], [other]) => STYLES[one as keyof typeof STYLES] - STYLES[other as keyof typeof STYLES],
);

export const STYLE_SHEET = `${HEAD}<styleSheet xmlns="${MAIN}">
<numFmts count="1"><numFmt numFmtId="164" formatCode="0.0"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEEF0F3"/><bgColor indexed="64"/></patternFill></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${styles.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
${styles.map(([, format]) => `<xf ${format} xfId="0"/>`).join('\n')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;

/** A sheet in the workbook's list; `filter` is the range of its header and rows, such as `A1:D9`. */
export interface ListedSheet {
  name: string;
  filter: string;
}

const absolute = (range: string): string => range.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2');

/** Lists the sheets and the ranges of their filters. */
export const workbookXml = (sheets: readonly ListedSheet[]): string => {
  const list = sheets.map(
    ({ name }, at) => `<sheet name="${xmlAttribute(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const filters = sheets.map(
    ({ name, filter }, at) =>
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">'${xmlAttribute(name.replaceAll("'", "''"))}'!${absolute(filter)}</definedName>`,
  );
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`;
};

/** Lists the locations of the parts of a workbook with so many sheets. */
export const workbookRelations = (sheets: number): string => {
  const of = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const list = Array.from({ length: sheets }, (_, at) => of(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`));
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}${of(sheets + 1, 'styles', 'styles.xml')}</Relationships>`;
};

/**
 * Writes a sheet's XML before its rows: the header row stays visible when the sheet scrolls. `widths` in characters.
 */
export const sheetHead = (widths: readonly number[], isFirst: boolean): string => {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView ${isFirst ? 'tabSelected="1" ' : ''}workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
};

export const sheetTail = (filter: string): string => `</sheetData><autoFilter ref="${filter}"/></worksheet>`;
