"""The IR of the Python-callable function in trampoline.py, which says what it does and what its tables hold.

    ptr call(ptr self, ptr args, i64 nargs, ptr kwnames)     self = (address of the context, what to keep alive ...)

Context: kernel, number of inputs, number of outputs, the slow Python function, records of inputs, records of outputs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_ARRAY = """
; the data of an array that is exactly as `record` wants it, else null
define internal ptr @array(ptr %object, ptr %record, i32 %wanted) #0 {
  %type = load ptr, ptr %object @+TYPE
  %ndarray = @python:ndarray
  %is_array = icmp eq ptr %type, %ndarray
  br i1 %is_array, label %typed, label %no
typed:
  %descr = load ptr, ptr %object @+DESCR
  %float64 = @python:float64
  %is_float = icmp eq ptr %descr, %float64
  %flags = load i32, ptr %object @+FLAGS
  %masked = and i32 %flags, %wanted
  %has_flags = icmp eq i32 %masked, %wanted
  %rank = load i32, ptr %object @+RANK
  %long_rank = sext i32 %rank to i64
  %due_rank = load i64, ptr %record @+16
  %has_rank = icmp eq i64 %long_rank, %due_rank
  %both = and i1 %is_float, %has_flags
  %all = and i1 %both, %has_rank
  br i1 %all, label %shape, label %no
shape:
  %dims = load ptr, ptr %object @+DIMS
  %due_dims = load ptr, ptr %record @+24
  br label %dim
dim:
  %k = phi i64 [ 0, %shape ], [ %k1, %same ]
  %more = icmp ult i64 %k, %due_rank
  br i1 %more, label %compare, label %yes
compare:
  %at = getelementptr i64, ptr %dims, i64 %k
  %due_at = getelementptr i64, ptr %due_dims, i64 %k
  %size = load i64, ptr %at
  %due_size = load i64, ptr %due_at
  %equal = icmp eq i64 %size, %due_size
  br i1 %equal, label %same, label %no
same:
  %k1 = add i64 %k, 1
  br label %dim
yes:
  %data = load ptr, ptr %object @+DATA
  ret ptr %data
no:
  ret ptr null
}
"""

_CALL = """
define dso_local ptr @call(ptr %self, ptr %args, i64 %nargs, ptr %kwnames) #0 {
  %ports = alloca [MOST x ptr], align 16
  %getitem = @python:PyTuple_GetItem
  %number = call ptr %getitem(ptr %self, i64 0)
  %aspointer = @python:PyLong_AsVoidPtr
  %context = call ptr %aspointer(ptr %number)
  %n_in = load i64, ptr %context @+8
  %n_out = load i64, ptr %context @+16
  %ins = load ptr, ptr %context @+32
  %outs = load ptr, ptr %context @+40
  %to_out = getelementptr ptr, ptr %ports, i64 %n_in
  %too_many = icmp ugt i64 %nargs, %n_in
  br i1 %too_many, label %slow, label %default
; --- defaults, then positional arguments over them
default:
  %d = phi i64 [ 0, %0 ], [ %d1, %set_default ]
  %d_more = icmp ult i64 %d, %n_in
  br i1 %d_more, label %set_default, label %positional
set_default:
  %d_byte = mul i64 %d, RECORD
  %d_record = getelementptr i8, ptr %ins, i64 %d_byte
  %d_data = load ptr, ptr %d_record @+8
  %d_port = getelementptr ptr, ptr %ports, i64 %d
  store ptr %d_data, ptr %d_port
  %d1 = add i64 %d, 1
  br label %default
positional:
  %p = phi i64 [ 0, %default ], [ %p1, %set_positional ]
  %p_more = icmp ult i64 %p, %nargs
  br i1 %p_more, label %check_positional, label %keywords
check_positional:
  %p_at = getelementptr ptr, ptr %args, i64 %p
  %p_object = load ptr, ptr %p_at
  %p_byte = mul i64 %p, RECORD
  %p_record = getelementptr i8, ptr %ins, i64 %p_byte
  %p_data = call ptr @array(ptr %p_object, ptr %p_record, i32 READ)
  %p_bad = icmp eq ptr %p_data, null
  br i1 %p_bad, label %slow, label %set_positional
set_positional:
  %p_port = getelementptr ptr, ptr %ports, i64 %p
  store ptr %p_data, ptr %p_port
  %p1 = add i64 %p, 1
  br label %positional
; --- keywords: names are compared as objects; one that is equal but another object takes the slow path
keywords:
  %none = icmp eq ptr %kwnames, null
  br i1 %none, label %complete, label %count_keywords
count_keywords:
  %tuplesize = @python:PyTuple_Size
  %n_kw = call i64 %tuplesize(ptr %kwnames)
  %out_name = @python:out
  br label %keyword
keyword:
  %k = phi i64 [ 0, %count_keywords ], [ %k1, %keyword_done ]
  %out_here = phi ptr [ null, %count_keywords ], [ %out_next, %keyword_done ]
  %k_more = icmp ult i64 %k, %n_kw
  br i1 %k_more, label %read_keyword, label %complete
read_keyword:
  %k_name = call ptr %getitem(ptr %kwnames, i64 %k)
  %k_index = add i64 %nargs, %k
  %k_at = getelementptr ptr, ptr %args, i64 %k_index
  %k_object = load ptr, ptr %k_at
  %k_is_out = icmp eq ptr %k_name, %out_name
  br i1 %k_is_out, label %check_out, label %search
check_out:
  %one_out = icmp eq i64 %n_out, 1
  br i1 %one_out, label %read_out, label %slow
read_out:
  %o_data = call ptr @array(ptr %k_object, ptr %outs, i32 WRITE)
  store ptr %o_data, ptr %to_out
  %o_bad = icmp eq ptr %o_data, null
  br i1 %o_bad, label %slow, label %keyword_done
search:
  %s = phi i64 [ %nargs, %read_keyword ], [ %s1, %search_next ]
  %s_more = icmp ult i64 %s, %n_in
  br i1 %s_more, label %search_at, label %slow
search_at:
  %s_byte = mul i64 %s, RECORD
  %s_record = getelementptr i8, ptr %ins, i64 %s_byte
  %s_name = load ptr, ptr %s_record
  %s_found = icmp eq ptr %s_name, %k_name
  br i1 %s_found, label %check_keyword, label %search_next
search_next:
  %s1 = add i64 %s, 1
  br label %search
check_keyword:
  %k_data = call ptr @array(ptr %k_object, ptr %s_record, i32 READ)
  %k_port = getelementptr ptr, ptr %ports, i64 %s
  store ptr %k_data, ptr %k_port
  %k_bad = icmp eq ptr %k_data, null
  br i1 %k_bad, label %slow, label %keyword_done
keyword_done:
  %out_next = phi ptr [ %k_object, %read_out ], [ %out_here, %check_keyword ]
  %k1 = add i64 %k, 1
  br label %keyword
; --- every input there? does a given output overlap one of them?
complete:
  %given = phi ptr [ null, %keywords ], [ %out_here, %keyword ]
  %is_given = icmp ne ptr %given, null
  br label %input
input:
  %i = phi i64 [ 0, %complete ], [ %i1, %input_good ]
  %i_more = icmp ult i64 %i, %n_in
  br i1 %i_more, label %check_input, label %result
check_input:
  %i_port = getelementptr ptr, ptr %ports, i64 %i
  %i_data = load ptr, ptr %i_port
  %i_missing = icmp eq ptr %i_data, null
  br i1 %i_missing, label %slow, label %input_there
input_there:
  br i1 %is_given, label %overlap, label %input_good
overlap:
  %v_byte = mul i64 %i, RECORD
  %v_record = getelementptr i8, ptr %ins, i64 %v_byte
  %v_size = load i64, ptr %v_record @+32
  %v_end = getelementptr i8, ptr %i_data, i64 %v_size
  %w_data = load ptr, ptr %to_out
  %w_size = load i64, ptr %outs @+32
  %w_end = getelementptr i8, ptr %w_data, i64 %w_size
  %starts = icmp ult ptr %i_data, %w_end
  %ends = icmp ult ptr %w_data, %v_end
  %overlaps = and i1 %starts, %ends
  br i1 %overlaps, label %slow, label %input_good
input_good:
  %i1 = add i64 %i, 1
  br label %input
; --- the result: the given array, a new array, or a dictionary of new arrays
result:
  %kernel = load ptr, ptr %context
  br i1 %is_given, label %into_given, label %new
into_given:
  call void %kernel(ptr %ports)
  %incref = @python:Py_IncRef
  call void %incref(ptr %given)
  ret ptr %given
new:
  %single = icmp eq i64 %n_out, 1
  br i1 %single, label %new_array, label %new_dict
new_array:
  %a = call ptr @make(ptr %outs, ptr %to_out)
  %a_failed = icmp eq ptr %a, null
  br i1 %a_failed, label %failed, label %into_array
into_array:
  call void %kernel(ptr %ports)
  ret ptr %a
new_dict:
  %dictnew = @python:PyDict_New
  %dict = call ptr %dictnew()
  %dict_failed = icmp eq ptr %dict, null
  br i1 %dict_failed, label %failed, label %item
item:
  %j = phi i64 [ 0, %new_dict ], [ %j1, %item_set ]
  %j_more = icmp ult i64 %j, %n_out
  br i1 %j_more, label %item_make, label %into_dict
item_make:
  %j_byte = mul i64 %j, RECORD
  %j_record = getelementptr i8, ptr %outs, i64 %j_byte
  %j_port = getelementptr ptr, ptr %to_out, i64 %j
  %decref = @python:Py_DecRef
  %j_array = call ptr @make(ptr %j_record, ptr %j_port)
  %j_failed = icmp eq ptr %j_array, null
  br i1 %j_failed, label %drop, label %item_put
item_put:
  %setitem = @python:PyDict_SetItem
  %j_name = load ptr, ptr %j_record
  %status = call i32 %setitem(ptr %dict, ptr %j_name, ptr %j_array)
  call void %decref(ptr %j_array)
  %put = icmp eq i32 %status, 0
  br i1 %put, label %item_set, label %drop
item_set:
  %j1 = add i64 %j, 1
  br label %item
into_dict:
  call void %kernel(ptr %ports)
  ret ptr %dict
drop:
  call void %decref(ptr %dict)
  br label %failed
failed:
  ret ptr null
slow:
  %vectorcall = @python:PyObject_Vectorcall
  %function = load ptr, ptr %context @+24
  %answer = call ptr %vectorcall(ptr %function, ptr %args, i64 %nargs, ptr %kwnames)
  ret ptr %answer
}

; a new array for an output; where its data are goes to `port`
define internal ptr @make(ptr %record, ptr %port) #0 {
  %newarray = @python:PyArray_New
  %ndarray = @python:ndarray
  %rank = load i64, ptr %record @+16
  %rank32 = trunc i64 %rank to i32
  %dims = load ptr, ptr %record @+24
  %array = call ptr %newarray(ptr %ndarray, i32 %rank32, ptr %dims, i32 12, ptr null, ptr null, i32 0, i32 0, ptr null)
  %failed = icmp eq ptr %array, null
  br i1 %failed, label %end, label %made
made:
  %data = load ptr, ptr %array @+DATA
  store ptr %data, ptr %port
  br label %end
end:
  ret ptr %array
}
"""


def call_ir(numbers: Mapping[str, int], table: Sequence[str]) -> str:
    """The text with its offsets and sizes filled in.

    `load T, ptr %x @+N` reads N bytes after %x; `@python:name` reads an entry of the table.
    """
    fresh = iter(range(10**6))

    def read(match: re.Match[str]) -> str:
        indent, result, kind, base, offset = match.groups()
        offset = str(numbers.get(offset, offset))
        address = f"%at{next(fresh)}"
        return f"{indent}{address} = getelementptr i8, ptr {base}, i64 {offset}\n{indent}{result} = load {kind}, ptr {address}"

    def entry(match: re.Match[str]) -> str:
        place = f"getelementptr inbounds (ptr, ptr @python, i64 {table.index(match[1])})"
        return f"load ptr, ptr {place}, !invariant.load !0"

    text = re.sub(r"( *)(%\w+) = load (\w+), ptr (%\w+) @\+(\w+)", read, _ARRAY + _CALL)
    text = re.sub(r"@python:(\w+)", entry, text)
    for name in ("MOST", "RECORD", "READ", "WRITE"):
        text = re.sub(rf"\b{name}\b", str(numbers[name]), text)
    variable = f"@python = dso_local global [{len(table)} x ptr] zeroinitializer"
    return "\n".join((variable, text, "attributes #0 = { nounwind }", "!0 = !{}"))
